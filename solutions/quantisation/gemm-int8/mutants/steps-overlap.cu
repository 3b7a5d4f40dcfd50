// rejected by: case (the loop along k goes on by the words of a tile, not by its elements)
// says: The steps along k overlap, so products are added more than once. A word has 4 elements: the loop goes on by 4 times the words of a tile.
// Product of eight-bit integers, four at a time (dp4a).
const int TILE_M = 64, TILE_N = 64, TILE_W = 8; // words along k
const int EDGE = 4, ACROSS = 16, THREADS = 256, PAD = 4;

__device__ int load_word(const signed char *from, int row, int rows, int p, int k) {
    if (row >= rows || p >= k) return 0;
    const signed char *at = from + (size_t)row * k + p;
    if (k % 4 == 0) return *(const int *)at;
    int w = 0;
    for (int i = 0; i < 4 && p + i < k; i++)
        w |= (int)(unsigned char)at[i] << 8 * i;
    return w;
}

__device__ void load(int (*tile)[TILE_M + PAD], const signed char *from, int row0, int rows, int p, int k) {
    for (int i = threadIdx.x; i < TILE_M * TILE_W; i += THREADS)
        tile[i % TILE_W][i / TILE_W] = load_word(from, row0 + i / TILE_W, rows, p + i % TILE_W * 4, k);
}

__global__ void __launch_bounds__(THREADS)
    gemm_kernel(const signed char *a, const signed char *b, const float *scale_a,
                const float *scale_b, float *c, int m, int n, int k) {
    __shared__ __align__(16) int as[TILE_W][TILE_M + PAD], bs[TILE_W][TILE_N + PAD];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    int sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_W) {
        load(as, a, row0, m, p, k);
        load(bs, b, col0, n, p, k);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < TILE_W; q++) {
            int u[EDGE], v[EDGE];
            *(int4 *)u = *(const int4 *)&as[q][y];
            *(int4 *)v = *(const int4 *)&bs[q][x];
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] = __dp4a(u[i], v[j], sum[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++) {
            int row = row0 + y + i, col = col0 + x + j;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j] * scale_a[row] * scale_b[col];
        }
}

void gemm_int8(const signed char *a, const signed char *b, const float *scale_a,
               const float *scale_b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    gemm_kernel<<<grid, THREADS>>>(a, b, scale_a, scale_b, c, m, n, k);
}
