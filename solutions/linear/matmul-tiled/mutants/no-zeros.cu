// rejected by: case | trap uninitialised-shared (elements outside of A and B keep old values)
// says: Tile elements outside of A or B keep what the step before left there. They need a 0, which adds nothing.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[32][32], bs[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 32 + y;
    int col = blockIdx.x * 32 + x;
    float sum = 0.0f;
    for (int p = 0; p < k; p += 32) {
        if (row < m && p + x < k) as[y][x] = a[row * k + p + x];
        if (p + y < k && col < n) bs[y][x] = b[(p + y) * n + col];
        __syncthreads();
        for (int q = 0; q < 32; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 32), grid((n + 31) / 32, (m + 31) / 32);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
