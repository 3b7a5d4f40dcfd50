// rejected by: gate coalescing | gate bandwidth (the writes jump by a row)
__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
