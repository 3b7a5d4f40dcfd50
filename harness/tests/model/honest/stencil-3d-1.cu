// A 7-point stencil: one thread per point, seven loads.

__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;

    size_t row = nx, plane = (size_t)nx * ny;
    size_t at = z * plane + y * row + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        out[at] = 0.40f * in[at] + 0.15f * (in[at - 1] + in[at + 1]) +
                  0.10f * (in[at - row] + in[at + row]) +
                  0.05f * (in[at - plane] + in[at + plane]);
    else
        out[at] = in[at];
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
