// rejected by: case delta=0 (a sum within 0 to 255 is not stored)
// says: Only sums above 255 or below 0 are stored. A sum within 0 to 255 needs a store, too: clamp first, then store once for all three cases.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        int v = in[row * pitch + col] + delta;
        if (v > 255) out[row * cols + col] = 255;
        else if (v < 0) out[row * cols + col] = 0;
    }
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
