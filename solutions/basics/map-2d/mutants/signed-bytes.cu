// rejected by: case (bytes above 127 are read as negative numbers)
// says: In a signed char, 200 is -56. The pixels are unsigned: keep them so, from the parameter to the sum.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;

    int v = (signed char)in[(size_t)row * pitch + col] + delta;
    out[(size_t)row * cols + col] = min(max(v, 0), 255);
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;

    dim3 block(32, 8);
    dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
