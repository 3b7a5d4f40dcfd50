// rejected by: case nx=2 ny=3 nz=5 (the last plane is never written)
// says: The last plane is not stored. It belongs to the surface, and is copied from in.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 8 + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    int row = nx, plane = nx * ny;
    int i = z * plane + y * row + x;
    if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 ||
        z == nz - 1) {
        out[i] = in[i];
        return;
    }
    out[i] = 0.4f * in[i] + 0.15f * (in[i - 1] + in[i + 1]) +
             0.1f * (in[i - row] + in[i + row]) +
             0.05f * (in[i - plane] + in[i + plane]);
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, max(nz - 1, 1));
    stencil_kernel<<<grid, dim3(32, 8)>>>(in, out, nx, ny, nz);
}
