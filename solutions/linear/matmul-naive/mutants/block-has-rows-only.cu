// rejected by: trap global-race | gate coalescing (threads that differ in y compute the same row)
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m) return;
    for (int col = 0; col < n; col++) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += a[row * k + p] * b[p * n + col];
        c[row * n + col] = sum;
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    matmul_kernel<<<(m + 31) / 32, dim3(32, 8)>>>(a, b, c, m, n, k);
}
