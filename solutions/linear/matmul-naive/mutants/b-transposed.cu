// rejected by: case m=32 (multiplies with the transpose of B)
// says: B is read along a row, as if it were stored the other way round. For a column of C the sum walks down a column of B: how far apart are two elements of it?
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[col * k + p];
    c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
