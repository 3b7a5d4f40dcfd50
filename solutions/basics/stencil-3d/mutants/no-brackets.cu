// rejected by: case nx=3 ny=3 nz=3 (a weight multiplies the first neighbour of its axis only)
// says: Of the two neighbours of an axis only the first is multiplied by the weight, the second is added as it is. The weight belongs to both: 0.15 * (first + second).
__global__ void stencil_kernel(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int at = (z * ny + y) * nx + x, p = nx * ny;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        out[at] = 0.40f * in[at] + 0.15f * in[at - 1] + in[at + 1] + 0.10f * in[at - nx] + in[at + nx] + 0.05f * in[at - p] + in[at + p];
    else out[at] = in[at];
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
