// rejected by: case rows=16 (rows and columns of the grid swapped)
// says: The grid has the blocks for the rows along x and those for the columns along y. In the kernel, x is the column.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = in[row * pitch + col] + delta;
    out[row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(16, 16), grid((rows + 15) / 16, (cols + 15) / 16);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
