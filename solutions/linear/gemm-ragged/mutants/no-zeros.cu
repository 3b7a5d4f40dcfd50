// rejected by: trap uninitialised-shared | case (elements outside of the matrices keep old values)
// says: Elements outside of the matrices keep old values in shared memory. They have to be 0.
// Matrix product for any shape: tests where elements are loaded and stored,
// none where they are multiplied.
//
// Elements outside of the matrices become zeros in the tiles. So every step is
// a whole one, and the products need not know where the matrices end.

const int TILE_M = 64, TILE_N = 64, TILE_K = 16;
const int EDGE = 4;               // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE; // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int PAD = 4;                // words: columns of A begin in other banks

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__global__ void __launch_bounds__(THREADS)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    __shared__ __align__(16) float as[TILE_K][TILE_M + PAD];
    __shared__ __align__(16) float bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    // My first element of each tile; the others lie below it.
    int ar = t / TILE_K, aq = t % TILE_K;
    int bq = t / TILE_N, bj = t % TILE_N;
    const float *pa = a + (size_t)(row0 + ar) * k + aq;
    const float *pb = b + (size_t)bq * n + col0 + bj;
    int down = m - row0 - ar; // rows of A from mine to the end
    bool in_column = col0 + bj < n;

    for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
        for (int i = 0; i < TILE_M; i += THREADS / TILE_K) {
            bool inside = i < down && p + aq < k;
            if (inside) as[aq][ar + i] = pa[(size_t)i * k];
        }
#pragma unroll
        for (int i = 0; i < TILE_K; i += THREADS / TILE_N) {
            bool inside = p + bq + i < k && in_column;
            if (inside) bs[bq + i][bj] = pb[(size_t)i * n];
        }
        pa += TILE_K;
        pb += (size_t)TILE_K * n;
        __syncthreads();

        int x = t % ACROSS * EDGE, y = t / ACROSS * EDGE;
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
    int row = row0 + t / ACROSS * EDGE, col = col0 + t % ACROSS * EDGE;
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++)
            if (row + i < m && col + j < n)
                c[(size_t)(row + i) * n + col + j] = sum[i][j];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
