// One thread per pixel, x along the row.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= cols) return;
    // the grid is limited in y, so go on where it ends
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < rows;
         y += gridDim.y * blockDim.y) {
        int v = in[(size_t)y * pitch + x] + delta;
        if (v < 0) v = 0;
        if (v > 255) v = 255;
        out[(size_t)y * cols + x] = v;
    }
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(64, 4);
    dim3 grid((cols + 63) / 64, min((rows + 3) / 4, 65535));
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
