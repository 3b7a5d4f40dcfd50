// rejected by: case delta=-90 (clamps at the top only)
// says: Sums above 255 are held at 255, but sums below 0 wrap around. Both ends of the range need a limit.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[row * pitch + col] + delta;
    out[row * cols + col] = v > 255 ? 255 : v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
