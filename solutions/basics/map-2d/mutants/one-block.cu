// rejected by: case rows=16 (one block for the whole image)
// says: Only the pixels of the first block are written, 32 columns by 8 rows. Does the grid have enough blocks, the columns divided by the width of a block and the rows by its height, both rounded up? And does the kernel count the blocks: blockIdx.x * blockDim.x + threadIdx.x, and the same with y?
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[row * pitch + col] + delta;
    if (v < 0) v = 0;
    if (v > 255) v = 255;
    out[row * cols + col] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<dim3(1), block>>>(in, out, rows, cols, pitch, delta);
}
