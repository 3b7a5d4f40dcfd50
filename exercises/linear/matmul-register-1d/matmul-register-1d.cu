// Matrix product, several results for each thread.

const int TILE_M = 16, TILE_N = 64, TILE_K = 16;
const int THREADS = TILE_M * TILE_N; // 1024: one result each

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    __shared__ float as[TILE_M][TILE_K], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int x = t % TILE_N, y = t / TILE_N;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum = 0.0f;

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

        // TODO: two loads from shared memory for one multiplication. Let each
        // thread have 8 results in one column of C, and a tile of 64 rows.
        for (int q = 0; q < TILE_K; q++)
            sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row0 + y < m && col0 + x < n)
        c[(size_t)(row0 + y) * n + col0 + x] = sum;
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
