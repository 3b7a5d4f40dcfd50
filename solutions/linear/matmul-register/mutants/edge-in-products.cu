// rejected by: gate speedup (the loops over the products end at the edge of C, so their length is not constant)
const int TILE_M = 128, TILE_N = 128, TILE_K = 8;
const int ROWS = 8, COLS = 8;
const int ACROSS = TILE_N / COLS;
const int THREADS = TILE_M / ROWS * ACROSS; // 256

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE_M][TILE_K], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int x = t % ACROSS * COLS;
    int y = t / ACROSS * ROWS;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[ROWS][COLS] = {};
    int rows = min(ROWS, m - row0 - y), cols = min(COLS, n - col0 - x);

    for (int p = 0; p < k; p += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int r = row0 + i / TILE_K, q = p + i % TILE_K;
            bool inside = r < m && q < k;
            as[i / TILE_K][i % TILE_K] = inside ? a[(size_t)r * k + q] : 0.0f;
        }
        for (int i = t; i < TILE_K * TILE_N; i += THREADS) {
            int q = p + i / TILE_N, j = col0 + i % TILE_N;
            bool inside = q < k && j < n;
            bs[i / TILE_N][i % TILE_N] = inside ? b[(size_t)q * n + j] : 0.0f;
        }
        __syncthreads();

        for (int q = 0; q < TILE_K; q++) {
            float u[ROWS], v[COLS];
            for (int i = 0; i < ROWS; i++)
                u[i] = as[y + i][q];
            for (int j = 0; j < COLS; j++)
                v[j] = bs[q][x + j];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            if (row0 + y + i < m && col0 + x + j < n)
                c[(size_t)(row0 + y + i) * n + col0 + x + j] = sum[i][j];
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
