// rejected by: case m=65 | case (the rows of B do not move on with the rounds of 32)
// says: Each round of 32 uses the first 32 rows of B again. In the round that begins at k0, step kk needs row k0 + kk.
const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int ROWS = 8;  // per warp: one load of B serves all of them
const int WARPS = 4; // per block, one below the other
const int AHEAD = 8; // values of B under way

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    int lane = threadIdx.x;
    int col = blockIdx.x * WARP + lane;
    int top = (blockIdx.y * WARPS + threadIdx.y) * ROWS;
    bool has_col = col < n; // lanes without one stay: they hold values of A

    float acc[ROWS] = {};
    for (int k0 = 0; k0 < k; k0 += WARP) {
        float mine[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            mine[r] = top + r < m && k0 + lane < k
                          ? a[(size_t)(top + r) * k + k0 + lane]
                          : 0.0f;

        // Beyond the end of k, A's values are 0, so 32 steps are always right.
        for (int kk = 0; kk < WARP; kk += AHEAD) {
            float bv[AHEAD];
#pragma unroll
            for (int j = 0; j < AHEAD; j++) // all loads first: none waits
                bv[j] = has_col && k0 + kk + j < k
                            ? b[(size_t)(kk + j) * n + col]
                            : 0.0f;
#pragma unroll
            for (int j = 0; j < AHEAD; j++)
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    acc[r] += __shfl_sync(ALL, mine[r], kk + j) * bv[j];
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (has_col && top + r < m) c[(size_t)(top + r) * n + col] = acc[r];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + WARP - 1) / WARP, (m + ROWS * WARPS - 1) / (ROWS * WARPS));
    matmul_kernel<<<grid, dim3(WARP, WARPS)>>>(a, b, c, m, n, k);
}
