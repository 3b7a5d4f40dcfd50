// rejected by: trap out-of-bounds | case pitch=96 | guard (one index over all bytes, padding included; the column is computed with pitch, the row with cols)
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * pitch) return;

    int row = i / cols, col = i % pitch;
    if (col < cols)
        out[row * cols + col] = min(max(in[i] + delta, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    int bytes = rows * pitch;
    brighten_kernel<<<(bytes + 255) / 256, 256>>>(in, out, rows, cols, pitch,
                                                  delta);
}
