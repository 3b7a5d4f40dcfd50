// rejected by: trap bad-launch | launch | case cols=3000 (a thread for each column of one block: at most 1024)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int row = blockIdx.x, col = threadIdx.x;
    int v = in[row * pitch + col] + delta;
    if (v < 0) v = 0;
    if (v > 255) v = 255;
    out[row * cols + col] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    brighten_kernel<<<rows, cols>>>(in, out, rows, cols, pitch, delta);
}
