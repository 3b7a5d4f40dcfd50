// rejected by: case (the layer below the surface keeps its value too)
// says: The layer below the surface does not change. Only x = 0 and x = nx - 1 are surface, and likewise for y and z.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;

    size_t plane = (size_t)nx * ny, at = z * plane + (size_t)y * nx + x;
    float v = in[at];
    if (x > 1 && x < nx - 2 && y > 1 && y < ny - 2 && z > 1 && z < nz - 2)
        v = 0.40f * v + 0.15f * (in[at - 1] + in[at + 1]) +
            0.10f * (in[at - nx] + in[at + nx]) +
            0.05f * (in[at - plane] + in[at + plane]);
    out[at] = v;
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;

    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
