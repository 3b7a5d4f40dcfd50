// rejected by: case nx=3 (the inside is taken to be x = 2 to nx - 1)
// says: Points are counted from 1 along x: x = 1 is taken for the surface, and x = nx - 1 for the inside. x begins at 0.
// A 7-point stencil: x is the fastest index, z the slowest.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;

    size_t plane = (size_t)nx * ny;
    size_t at = ((size_t)z * ny + y) * nx + x;
    if (x > 1 && x < nx && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        out[at] = 0.40f * in[at] + 0.15f * (in[at - 1] + in[at + 1])
                + 0.10f * (in[at - nx] + in[at + nx])
                + 0.05f * (in[at - plane] + in[at + plane]);
    else
        out[at] = in[at];
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;

    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
