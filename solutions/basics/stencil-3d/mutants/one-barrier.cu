// rejected by: trap shared-race (the next plane overwrites the tile)

const int WIDE = 32; // threads along x: one warp
const int HIGH = 8;  // threads along y
const int DEEP = 16; // planes per block: more blocks than the GPU holds at once

const float CENTRE = 0.40f, ALONG_X = 0.15f, ALONG_Y = 0.10f, ALONG_Z = 0.05f;

__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    __shared__ float tile[HIGH + 2][WIDE + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1; // within the tile
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    int first = blockIdx.z * DEEP, last = min(first + DEEP, nz);
    bool exists = x < nx && y < ny;
    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    size_t plane = (size_t)nx * ny;
    size_t at = first * plane + (size_t)y * nx + x;

    float below = exists && first > 0 ? in[at - plane] : 0.0f;
    float here = exists ? in[at] : 0.0f;
    for (int z = first; z < last; z++, at += plane) {
        float above = exists && z + 1 < nz ? in[at + plane] : 0.0f;

        tile[ty][tx] = here;
        if (inside && tx == 1) tile[ty][0] = in[at - 1];
        if (inside && tx == WIDE) tile[ty][WIDE + 1] = in[at + 1];
        if (inside && ty == 1) tile[0][tx] = in[at - nx];
        if (inside && ty == HIGH) tile[HIGH + 1][tx] = in[at + nx];
        __syncthreads(); // the tile is complete

        float v = here; // what is on the surface stays
        if (inside && z > 0 && z < nz - 1)
            v = CENTRE * here +
                ALONG_X * (tile[ty][tx - 1] + tile[ty][tx + 1]) +
                ALONG_Y * (tile[ty - 1][tx] + tile[ty + 1][tx]) +
                ALONG_Z * (below + above);
        if (exists) out[at] = v;
        below = here;
        here = above;
    }
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;

    dim3 block(WIDE, HIGH);
    dim3 grid((nx + WIDE - 1) / WIDE, (ny + HIGH - 1) / HIGH,
              (nz + DEEP - 1) / DEEP);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
