// rejected by: gate fraction_of_cublas (the sum is in memory, and each product reads and writes it)
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
        c[row * n + col] = 0;
        for (int p = 0; p < k; p++)
            c[row * n + col] += a[row * k + p] * b[p * n + col];
    }
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0)
        return;
    dim3 block(32, 8);
    dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
