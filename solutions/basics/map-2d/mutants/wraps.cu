// rejected by: case delta=100 | case delta=40 (bytes wrap around)
// says: Sums outside 0 to 255 wrap around: 200 + 100 becomes 44. Hold the sum within 0 to 255 while it is an int, before it is stored in a byte.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    out[row * cols + col] = (unsigned char)(in[row * pitch + col] + delta);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
