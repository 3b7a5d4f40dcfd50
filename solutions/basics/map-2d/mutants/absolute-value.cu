// rejected by: case delta=-90 (takes the absolute value of a sum below 0)
// says: A sum below 0 is stored without its sign: -90 becomes 90. It should become 0: the lower limit cuts, it does not reflect.
__global__ void brighten_kernel(const unsigned char *in, unsigned char *out,
                                int rows, int cols, int pitch, int delta) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    int v = abs(in[row * pitch + col] + delta);
    if (v > 255) v = 255;
    out[row * cols + col] = v;
}

void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8);
    dim3 grid((cols + 31) / 32, (rows + 7) / 8);
    brighten_kernel<<<grid, block>>>(in, out, rows, cols, pitch, delta);
}
