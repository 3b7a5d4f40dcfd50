// rejected by: trap global-race | case (warps of a block begin one row apart, with 8 rows each)
// says: The warps of a block begin one row apart, and each has several rows. They compute the same rows, and others are missing: the first row of a warp is its number in the grid times its rows.
const int WARP = 32, ROWS = 8;
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    int lane = threadIdx.x;
    int col = blockIdx.x * WARP + lane;
    int row = blockIdx.y * blockDim.y * ROWS + threadIdx.y;
    float sum[ROWS] = {}, mine[ROWS];
    for (int p0 = 0; p0 < k; p0 += WARP) {
        for (int i = 0; i < ROWS; i++)
            mine[i] = row + i < m && p0 + lane < k ? a[(row + i) * k + p0 + lane] : 0.0f;
        for (int p = 0; p < WARP; p++) {
            float bv = col < n && p0 + p < k ? b[(p0 + p) * n + col] : 0.0f;
            for (int i = 0; i < ROWS; i++)
                sum[i] += __shfl_sync(0xffffffff, mine[i], p) * bv;
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
