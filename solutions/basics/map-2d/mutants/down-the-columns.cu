// rejected by: gate coalescing | gate bandwidth (x runs down the columns)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[(size_t)row * pitch + col] + delta;
    out[(size_t)row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(256, 1), grid((rows + 255) / 256, cols);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
