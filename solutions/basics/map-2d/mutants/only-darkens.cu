// rejected by: case delta=100 (values above 255 wrap around: only the lower end is held)
// says: Sums below 0 are held at 0, but sums above 255 wrap around. Both ends of the range need a limit.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    int v = in[(size_t)row * pitch + col] + delta; // an int: may leave 0..255
    out[(size_t)row * cols + col] = max(v, 0);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
