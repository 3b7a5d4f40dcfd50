// rejected by: case k=0 (an empty sum is never stored)
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n || k == 0) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
