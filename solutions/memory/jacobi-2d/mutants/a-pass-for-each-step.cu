// rejected by: gate launches | gate traffic (the array passes 8 times)
__global__ void pass(const float *a, float *b, int rows, int cols) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    if (r >= rows || c >= cols) return;
    size_t at = (size_t)r * cols + c;
    bool edge = r == 0 || c == 0 || r == rows - 1 || c == cols - 1;
    b[at] =
        edge
            ? a[at]
            : 0.25f * ((a[at - cols] + a[at + cols]) + (a[at - 1] + a[at + 1]));
}

void jacobi(const float *in, float *out, int rows, int cols, int steps) {
    if (rows == 0 || cols == 0) return;
    dim3 grid((cols + 31) / 32, (rows + 7) / 8), block(32, 8);
    size_t size = (size_t)rows * cols * sizeof *out;
    float *other;
    cudaMallocAsync(&other, size, 0);
    cudaMemcpyAsync(out, in, size, cudaMemcpyDeviceToDevice);
    for (int s = 0; s < steps; s += 2) {
        pass<<<grid, block>>>(out, other, rows, cols);
        if (s + 1 < steps)
            pass<<<grid, block>>>(other, out, rows, cols);
        else
            cudaMemcpyAsync(out, other, size, cudaMemcpyDeviceToDevice);
    }
    cudaFreeAsync(other, 0);
}
