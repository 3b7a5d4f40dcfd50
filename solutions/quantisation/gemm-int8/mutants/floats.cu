// rejected by: case (a float holds whole numbers only up to 16777216)
// says: The sums are floats, which hold whole numbers only up to 16777216. The sum of the products has to be an int.
const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;               // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE; // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4; // words: columns of a tile begin in other banks

__device__ void load(float (*tile)[TILE_M + PAD], const signed char *from,
                     int row0, int rows, int p, int k) {
    for (int i = threadIdx.x; i < TILE_M * TILE_K; i += THREADS) {
        int r = i / TILE_K, q = i % TILE_K;
        bool inside = row0 + r < rows && p + q < k;
        tile[q][r] = inside ? from[(size_t)(row0 + r) * k + p + q] : 0;
    }
}

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    gemm_kernel(const signed char *a, const signed char *b,
                const float *scale_a, const float *scale_b, float *c, int m,
                int n, int k) {
    __shared__ __align__(16) float as[TILE_K][TILE_M + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE_N + PAD];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_K) {
        load(as, a, row0, m, p, k);
        load(bs, b, col0, n, p, k);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < TILE_K; q++) {
            float u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(v, &bs[q][x]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++) {
            int row = row0 + y + i, col = col0 + x + j;
            if (row < m && col < n)
                c[(size_t)row * n + col] =
                    sum[i][j] * scale_a[row] * scale_b[col];
        }
}

void gemm_int8(const signed char *a, const signed char *b,
               const float *scale_a, const float *scale_b, float *c, int m,
               int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    gemm_kernel<<<grid, THREADS>>>(a, b, scale_a, scale_b, c, m, n, k);
}
