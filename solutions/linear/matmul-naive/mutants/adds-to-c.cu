// rejected by: case m=1 | trap uninitialised-global (adds to what C held before)
// says: The sum begins with what C held before the call. Begin with 0 in a register, and store it once at the end.
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    for (int p = 0; p < k; p++)
        c[row * n + col] += a[row * k + p] * b[p * n + col];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
