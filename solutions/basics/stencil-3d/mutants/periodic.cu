// rejected by: case nx=2 ny=3 nz=5 (the neighbour of the first is the last)
// says: At the surface the neighbour is taken from the opposite side. Points on the surface keep their value.
// last)
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    int row = nx, plane = nx * ny;
    int i = z * plane + y * row + x;
    out[i] =
        0.4f * in[i] +
        0.15f * (in[i - x + (x + nx - 1) % nx] + in[i - x + (x + 1) % nx]) +
        0.1f * (in[i + ((y + ny - 1) % ny - y) * row] +
                in[i + ((y + 1) % ny - y) * row]) +
        0.05f * (in[i + ((z + nz - 1) % nz - z) * plane] +
                 in[i + ((z + 1) % nz - z) * plane]);
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    stencil_kernel<<<grid, dim3(32, 8)>>>(in, out, nx, ny, nz);
}
