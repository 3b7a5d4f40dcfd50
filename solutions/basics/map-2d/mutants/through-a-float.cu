// rejected by: case cols=31 (grey values between 0 and 1, cut off on the way back to a byte)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, float delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    float grey = in[row * pitch + col] / 255.0f + delta;
    out[row * cols + col] = fminf(fmaxf(grey, 0.0f), 1.0f) * 255.0f;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch,
                                     delta / 255.0f);
}
