// rejected by: case nx=33 (a walk along z adds the new value of the plane below)
// says: The neighbour at z - 1 is taken from the new values of the plane below, from the second plane inside on. All neighbours are points of in: keep the point that was read, and put the sum into another variable.
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= nx || y >= ny) return;
    int p = nx * ny;
    int at = y * nx + x;
    float below = 0, here = in[at], above;
    for (int z = 0; z < nz; z++, at += p) {
        above = z + 1 < nz ? in[at + p] : 0;
        if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
            here = 0.40f * here + 0.15f * (in[at - 1] + in[at + 1]) + 0.10f * (in[at - nx] + in[at + nx]) + 0.05f * (below + above);
        }
        out[at] = here;
        below = here;
        here = above;
    }
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
