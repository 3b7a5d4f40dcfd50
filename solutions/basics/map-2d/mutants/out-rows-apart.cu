// rejected by: case (the rows of out are taken to be its columns)
// says: The store is at col * rows + row: that is a transposed image. Pixel (row, col) of out is at row * cols + col.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[row * pitch + col] + delta;
    if (v < 0) v = 0;
    if (v > 255) v = 255;
    out[col * rows + row] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
