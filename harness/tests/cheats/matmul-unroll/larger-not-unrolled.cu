// rejected by: gate smem_requests (the loop over q is not unrolled: 64 results hide what it costs)
const int TILE_M = 128, TILE_N = 128, TILE_K = 8;
const int QUAD = 4;                         // floats of one load
const int EDGE = 2 * QUAD;                  // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int HALF = TILE_N / 2;

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

// Stores four neighbours of a row of n, of which some may lie outside.
__device__ void store4(float *row, int col, int n, const float *v) {
    if (n % QUAD == 0 && col + QUAD <= n) { // then the address is aligned
        *(float4 *)(row + col) = make_float4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int j = 0; j < QUAD; j++)
        if (col + j < n) row[col + j] = v[j];
}

__global__ void __launch_bounds__(THREADS, 2)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    // A's tile is stored by columns: the values for one step are neighbours.
    __shared__ __align__(16) float as[TILE_K][TILE_M], bs[TILE_K][TILE_N];
    int t = threadIdx.x;
    // Two groups of four rows and of four columns, half a tile apart: the
    // lanes of a warp then read neighbouring groups of four.
    int x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};
    const float *pa = a + (size_t)(row0 + t / 8) * k + t % 8,
                *pb = b + (size_t)(t / 128) * n + col0 + t % 128;

    for (int p = 0; p < k; p += TILE_K) {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            bool in_a = row0 + t / 8 + 32 * i < m && p + t % 8 < k;
            as[t % 8][t / 8 + 32 * i] = in_a ? pa[(size_t)i * 32 * k] : 0.0f;
            bool in_b = p + t / 128 + 2 * i < k && col0 + t % 128 < n;
            bs[t / 128 + 2 * i][t % 128] = in_b ? pb[(size_t)i * 2 * n] : 0.0f;
        }
        pa += TILE_K, pb += (size_t)TILE_K * n;
        __syncthreads();

#pragma unroll 1
        for (int q = 0; q < TILE_K; q++) {
            float u[EDGE], v[EDGE];
            load4(u, &as[q][y]);
            load4(u + QUAD, &as[q][y + HALF]);
            load4(v, &bs[q][x]);
            load4(v + QUAD, &bs[q][x + HALF]);
            for (int i = 0; i < EDGE; i++)
                for (int j = 0; j < EDGE; j++)
                    sum[i][j] += u[i] * v[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < EDGE; i++) {
        int row = row0 + y + i % QUAD + i / QUAD * HALF;
        if (row >= m) continue;
        store4(c + (size_t)row * n, col0 + x, n, sum[i]);
        store4(c + (size_t)row * n, col0 + x + HALF, n, sum[i] + QUAD);
    }
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
