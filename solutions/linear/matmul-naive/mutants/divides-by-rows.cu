// rejected by: trap out-of-bounds | case | guard (the number of an element is divided by m to get its row, and a row of C has n elements)
// says: The number of an element is taken apart with m. A row of C has n elements: the row is idx / n, the column idx % n.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= m * n)
        return;
    int row = idx / m, col = idx % m;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[p * n + col];
    c[idx] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0)
        return;
    matmul_kernel<<<(m * n + 255) / 256, 256>>>(a, b, c, m, n, k);
}
