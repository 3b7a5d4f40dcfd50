// rejected by: case nx=1 ny=1 nz=1 (the size of the copy is in elements)
// says: The surface is copied in the first quarter of the box only. The size of a cudaMemcpy is in bytes: nx * ny * nz elements are that many times sizeof(float) bytes.
__global__ void inner(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1) return;
    int at = (z * ny + y) * nx + x, p = nx * ny;
    out[at] = 0.40f * in[at] + 0.15f * (in[at - 1] + in[at + 1]) + 0.10f * (in[at - nx] + in[at + nx]) + 0.05f * (in[at - p] + in[at + p]);
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    cudaMemcpy(out, in, nx * ny * nz, cudaMemcpyDeviceToDevice);
    dim3 block(32, 8);
    dim3 grid((nx + 31) / 32, (ny + 7) / 8, nz);
    inner<<<grid, block>>>(in, out, nx, ny, nz);
}
