// rejected by: case m=32 (the value of B is shuffled, and not that of A)
// says: The value of B is handed around, and each lane multiplies by its own value of A. A lane has its own column of B already: it is the value of A that lane kk must give to all.
const int WARP = 32, ROWS = 8;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    int lane = threadIdx.x;
    int col = blockIdx.x * WARP + lane;
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
    float sum[ROWS] = {}, mine[ROWS];
    for (int p0 = 0; p0 < k; p0 += WARP) {
        for (int i = 0; i < ROWS; i++)
            mine[i] = row + i < m && p0 + lane < k ? a[(row + i) * k + p0 + lane] : 0.0f;
        for (int p = 0; p < WARP; p++) {
            float bv = col < n && p0 + p < k ? b[(p0 + p) * n + col] : 0.0f;
            for (int i = 0; i < ROWS; i++)
                sum[i] += mine[i] * __shfl_sync(0xffffffff, bv, p);
        }
    }
    for (int i = 0; i < ROWS; i++)
        if (row + i < m && col < n) c[(row + i) * n + col] = sum[i];
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block(WARP, 4);
    dim3 grid((n + WARP - 1) / WARP, (m + 4 * ROWS - 1) / (4 * ROWS));
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
