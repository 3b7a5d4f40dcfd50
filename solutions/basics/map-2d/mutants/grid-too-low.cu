// rejected by: case (the rows are divided by the width of a block, not by its height)
// says: The block is 32 wide and 8 high. The grid counts the rows in steps of 32, so most of them have no thread: which of block.x and block.y belongs to the rows?
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    int v = in[(size_t)row * pitch + col] + delta; // an int: may leave 0..255
    out[(size_t)row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.x - 1) / block.x);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
