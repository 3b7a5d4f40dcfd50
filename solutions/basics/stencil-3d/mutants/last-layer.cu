// rejected by: case (points next to the upper surface keep their value)
// says: x = nx - 2 is inside, and likewise y = ny - 2 and z = nz - 2. Look at the upper limits of the test.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;

    size_t plane = (size_t)nx * ny, at = z * plane + (size_t)y * nx + x;
    float v = in[at];
    if (x > 0 && x < nx - 2 && y > 0 && y < ny - 2 && z > 0 && z < nz - 2)
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
