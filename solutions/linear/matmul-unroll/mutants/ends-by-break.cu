// rejected by: gate instructions (the loop has 16 steps, and a break that the compiler cannot foresee)
const int TILE_M = 64, TILE_N = 64, MOST = 32;
const int EDGE = 4;                         // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k,
                  int depth) {
    __shared__ __align__(16) float as[MOST][TILE_M], bs[MOST][TILE_N];
    int t = threadIdx.x;
    int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += depth) {
        int now = min(depth, k - p); // the last step may be shorter
        for (int i = t; i < TILE_M * now; i += THREADS) {
            int r = row0 + i / now, q = p + i % now;
            as[i % now][i / now] = r < m ? a[(size_t)r * k + q] : 0.0f;
        }
        for (int i = t; i < now * TILE_N; i += THREADS) {
            int q = p + i / TILE_N, j = col0 + i % TILE_N;
            bs[i / TILE_N][i % TILE_N] = j < n ? b[(size_t)q * n + j] : 0.0f;
        }
        __syncthreads();

#pragma unroll
        for (int q = 0; q < 16; q++) {
            if (q >= now) break;
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

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k, 16);
}
