// rejected by: case (the sum is unsigned, so it is never below 0)
// says: The sum is an unsigned int: a sum below 0 becomes a huge number, which is held at 255. Which type can be negative?
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    unsigned int v = in[(size_t)row * pitch + col] + delta;
    out[(size_t)row * cols + col] = v > 255 ? 255 : v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
