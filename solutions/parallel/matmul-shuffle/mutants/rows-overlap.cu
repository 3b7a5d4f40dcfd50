// rejected by: case m=32 | case (warps begin one row apart, with 8 rows each)
// says: A warp begins one row after the warp before it, but each has several rows. Its first row is its number times its rows.
const int WARP = 32;
const int ROWS = 8;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int lane = threadIdx.x % WARP;
    int col = blockIdx.x * WARP + lane;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    float sum[ROWS] = {};
    for (int p = 0; p < k; p += WARP) {
        float mine[ROWS];
        for (int r = 0; r < ROWS; r++)
            mine[r] = row + r < m && p + lane < k ? a[(row + r) * k + p + lane] : 0.0f;
        for (int q = 0; q < WARP; q++) {
            float bv = p + q < k && col < n ? b[(p + q) * n + col] : 0.0f;
            for (int r = 0; r < ROWS; r++)
                sum[r] += __shfl_sync(0xffffffff, mine[r], q) * bv;
        }
    }
    if (col < n)
        for (int r = 0; r < ROWS; r++)
            if (row + r < m) c[(row + r) * n + col] = sum[r];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(WARP, 4);
    int per = 4 * ROWS;
    dim3 grid((n + WARP - 1) / WARP, (m + per - 1) / per);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
