// rejected by: case m=3 | case m=100 (takes k for the row length of B)
// says: The index of B uses k for the length of its rows. B has k rows, and each of them has n elements.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[p * k + col];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
