// A 7-point stencil: a thread walks up a column of 16 planes and keeps the
// points below, here and above in registers.

const int TALL = 16;

__global__ void stencil_kernel(const float *__restrict__ in,
                               float *__restrict__ out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;

    size_t row = nx, plane = (size_t)nx * ny;
    int z = blockIdx.z * TALL;
    int end = z + TALL < nz ? z + TALL : nz;
    size_t at = z * plane + y * row + x;
    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;

    float below = z > 0 ? in[at - plane] : 0.0f;
    float here = in[at];
    for (; z < end; z++, at += plane) {
        float above = z + 1 < nz ? in[at + plane] : 0.0f;
        if (inside && z > 0 && z < nz - 1)
            out[at] = 0.40f * here + 0.15f * (in[at - 1] + in[at + 1]) +
                      0.10f * (in[at - row] + in[at + row]) +
                      0.05f * (below + above);
        else
            out[at] = here;
        below = here;
        here = above;
    }
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 block(64, 4);
    dim3 grid((nx + 63) / 64, (ny + 3) / 4, (nz + TALL - 1) / TALL);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
