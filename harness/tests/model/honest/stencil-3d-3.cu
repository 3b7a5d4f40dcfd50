// A 7-point stencil: a block shares a plane with its rim in shared memory and
// walks up 32 planes; below and above are in registers.

const int BX = 32, BY = 16, TALL = 32;

__global__ void stencil_kernel(const float *__restrict__ in,
                               float *__restrict__ out, int nx, int ny, int nz) {
    __shared__ float tile[2][BY + 2][BX + 2];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * BX + tx, y = blockIdx.y * BY + ty;
    bool valid = x < nx && y < ny;
    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;

    size_t row = nx, plane = (size_t)nx * ny;
    int z = blockIdx.z * TALL;
    int end = z + TALL < nz ? z + TALL : nz;
    size_t at = z * plane + y * row + x;

    float below = valid && z > 0 ? in[at - plane] : 0.0f;
    float here = valid ? in[at] : 0.0f;
    for (; z < end; z++, at += plane) {
        float(*p)[BX + 2] = tile[z & 1];
        float above = valid && z + 1 < nz ? in[at + plane] : 0.0f;
        p[ty + 1][tx + 1] = here;
        if (inside) {
            if (ty == 0) p[0][tx + 1] = in[at - row];
            if (ty == BY - 1) p[BY + 1][tx + 1] = in[at + row];
            if (tx == 0) p[ty + 1][0] = in[at - 1];
            if (tx == BX - 1) p[ty + 1][BX + 1] = in[at + 1];
        }
        __syncthreads(); // one per plane: the next plane has the other tile
        if (valid) {
            if (inside && z > 0 && z < nz - 1)
                out[at] = 0.40f * here +
                          0.15f * (p[ty + 1][tx] + p[ty + 1][tx + 2]) +
                          0.10f * (p[ty][tx + 1] + p[ty + 2][tx + 1]) +
                          0.05f * (below + above);
            else
                out[at] = here;
        }
        below = here;
        here = above;
    }
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, (nz + TALL - 1) / TALL);
    stencil_kernel<<<grid, dim3(BX, BY)>>>(in, out, nx, ny, nz);
}
