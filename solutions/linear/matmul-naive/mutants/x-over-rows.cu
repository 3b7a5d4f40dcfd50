// rejected by: gate sectors_per_request | gate coalescing (x over rows)
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 8), grid((m + 31) / 32, (n + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
