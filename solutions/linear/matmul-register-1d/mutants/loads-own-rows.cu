// rejected by: case m=64 (the tile of A is loaded from the rows that the thread computes)
// says: The load of A adds the rows of the thread's results to the row of the tile. All threads load one tile together: element i of the loop is row row0 + i / TILE_K, whatever the thread computes later.
const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int ROWS = 8;
const int THREADS = TILE_M / ROWS * TILE_N;

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE_M][TILE_K], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int x = t % TILE_N, y = t / TILE_N * ROWS;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[ROWS] = {};

    for (int p = 0; p < k; p += TILE_K) {
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int r = row0 + y + i / TILE_K, q = p + i % TILE_K;
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
            float v = bs[q][x];
            for (int i = 0; i < ROWS; i++)
                sum[i] += as[y + i][q] * v;
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        if (row0 + y + i < m && col0 + x < n)
            c[(size_t)(row0 + y + i) * n + col0 + x] = sum[i];
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
