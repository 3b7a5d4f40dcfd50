// rejected by: case pitch=96 (takes the rows of in for unpadded)
// says: The rows of in are taken to be cols bytes apart. They are padded: in memory, one row begins pitch bytes after the one before it.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[row * cols + col] + delta;
    out[row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    (void)pitch;
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, delta);
}
