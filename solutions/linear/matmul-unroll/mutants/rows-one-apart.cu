// rejected by: case (the rows that a thread loads are one apart, and are stored 16 apart)
// says: A thread loads four neighbouring rows of A, and puts them 16 rows apart into the tile. Within a step the distance in A is 16 rows of k as well.
const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    __shared__ __align__(16) float as[TILE_K][TILE_M], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    // The elements that a thread loads lie below each other in both matrices:
    // one pointer for each, which moves from step to step.
    int ar = t / TILE_K, aq = t % TILE_K;
    int bq = t / TILE_N, bj = t % TILE_N;
    const float *pa = a + (size_t)(row0 + ar) * k + aq;
    const float *pb = b + (size_t)bq * n + col0 + bj;

    for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
        for (int i = 0; i < TILE_M; i += THREADS / TILE_K) {
            bool inside = row0 + ar + i < m && p + aq < k;
            as[aq][ar + i] = inside ? pa[(size_t)(i / (THREADS / TILE_K)) * k] : 0.0f;
        }
#pragma unroll
        for (int i = 0; i < TILE_K; i += THREADS / TILE_N) {
            bool inside = p + bq + i < k && col0 + bj < n;
            bs[bq + i][bj] = inside ? pb[(size_t)i * n] : 0.0f;
        }
        pa += TILE_K;
        pb += (size_t)TILE_K * n;
        __syncthreads();

        // Always TILE_K products: the last step has zeros in its tiles, so no
        // remainder is left over.
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
        for (int j = 0; j < EDGE; j++)
            if (row0 + y + i < m && col0 + x + j < n)
                c[(size_t)(row0 + y + i) * n + col0 + x + j] = sum[i][j];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
