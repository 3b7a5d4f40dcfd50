// rejected by: case | trap out-of-bounds (x is compared with ny and y with nx)
// says: The test for the surface compares x with ny and y with nx. x runs up to nx - 1, and y up to ny - 1.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;

    size_t plane = (size_t)nx * ny, at = z * plane + (size_t)y * nx + x;
    float v = in[at];
    if (x > 0 && x < ny - 1 && y > 0 && y < nx - 1 && z > 0 && z < nz - 1)
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
