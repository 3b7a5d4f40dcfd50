// rejected by: trap out-of-bounds | crash | case (divides the flat index by the rows)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    int row = i / rows, col = i % rows;
    int v = in[row * pitch + col] + delta;
    if (v < 0) v = 0;
    if (v > 255) v = 255;
    out[row * cols + col] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    int n = rows * cols;
    brighten_kernel<<<(n + 255) / 256, 256>>>(in, out, rows, cols, pitch, delta);
}
