// rejected by: trap global-race | trap out-of-bounds | guard | case (threads of the padding write into the next row)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * pitch) return;
    int row = i / pitch, col = i % pitch;
    int v = in[i] + delta;
    if (v < 0) v = 0;
    if (v > 255) v = 255;
    out[row * cols + col] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    int n = rows * pitch;
    brighten_kernel<<<(n + 255) / 256, 256>>>(in, out, rows, cols, pitch, delta);
}
