// rejected by: case (values are held at 256, which does not fit into a byte)
// says: The upper limit is 256, and a byte stores 256 as 0. The largest value of a byte is 255.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    int v = in[(size_t)row * pitch + col] + delta; // an int: may leave 0..255
    out[(size_t)row * cols + col] = min(max(v, 0), 256);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
