// rejected by: trap misaligned | unwritten (a float4 store, for rows that begin anywhere)
// Matrix product with tiles, for any shape.

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    __shared__ float as[TILE_K][TILE_M + 4], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
        for (int i = t; i < TILE_M * TILE_K; i += THREADS) {
            int r = i / TILE_K, q = i % TILE_K;
            bool inside = row0 + r < m && p + q < k;
            as[q][r] = inside ? a[(size_t)(row0 + r) * k + p + q] : 0.0f;
        }
#pragma unroll
        for (int i = t; i < TILE_K * TILE_N; i += THREADS) {
            int q = i / TILE_N, j = i % TILE_N;
            bool inside = p + q < k && col0 + j < n;
            bs[q][j] = inside ? b[(size_t)(p + q) * n + col0 + j] : 0.0f;
        }
        __syncthreads();

#pragma unroll
        for (int q = 0; q < TILE_K; q++)
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += as[q][y + i] * bs[q][x + j];
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        if (row0 + y + i < m && col0 + x + 3 < n)
            *(float4 *)&c[(size_t)(row0 + y + i) * n + col0 + x] = *(float4 *)sum[i];
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
