// rejected by: gate prefetched (one buffer; steps of 32 need as few barriers as two buffers)
#include <cuda_pipeline.h>

const int TILE_M = 128, TILE_N = 128, TILE_K = 32;
const int QUAD = 4;                         // floats of one load
const int EDGE = 2 * QUAD;                  // a thread has EDGE x EDGE results
const int ACROSS = TILE_N / EDGE;           // threads in a row of the tile
const int THREADS = TILE_M / EDGE * ACROSS; // 256
const int HALF = TILE_N / 2;

// The part that one step along k needs; A's part is stored by columns.
struct Tiles {
    float a[TILE_K][TILE_M], b[TILE_K][TILE_N];
};

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

// Adds the products of one step to a thread's 8 x 8 results.
__device__ void multiply(float (&sum)[EDGE][EDGE], const Tiles &s, int x,
                         int y) {
#pragma unroll
    for (int q = 0; q < TILE_K; q++) {
        float u[EDGE], v[EDGE];
        load4(u, &s.a[q][y]);
        load4(u + QUAD, &s.a[q][y + HALF]);
        load4(v, &s.b[q][x]);
        load4(v + QUAD, &s.b[q][x + HALF]);
        for (int i = 0; i < EDGE; i++)
            for (int j = 0; j < EDGE; j++)
                sum[i][j] += u[i] * v[j];
    }
}

__device__ void store(float *c, const float (&sum)[EDGE][EDGE], int m, int n,
                      int row0, int col0) {
#pragma unroll
    for (int i = 0; i < EDGE; i++)
        for (int j = 0; j < EDGE; j++) {
            int row = row0 + i % QUAD + i / QUAD * HALF;
            int col = col0 + j % QUAD + j / QUAD * HALF;
            if (row < m && col < n) c[(size_t)row * n + col] = sum[i][j];
        }
}

// Starts a copy of one float, or of a zero outside of the matrix.
__device__ void copy(float *to, const float *from, size_t at, bool inside) {
    __pipeline_memcpy_async(to, from + (inside ? at : 0), sizeof(float),
                            inside ? 0 : sizeof(float));
}

__device__ void fetch(Tiles &s, const float *a, const float *b, int m, int n,
                      int k, int row0, int col0, int p) {
    for (int i = threadIdx.x; i < TILE_M * TILE_K; i += THREADS) {
        int r = row0 + i / TILE_K, q = p + i % TILE_K;
        copy(&s.a[i % TILE_K][i / TILE_K], a, (size_t)r * k + q,
             r < m && q < k);
    }
    for (int i = threadIdx.x; i < TILE_K * TILE_N; i += THREADS) {
        int q = p + i / TILE_N, j = col0 + i % TILE_N;
        copy(&s.b[i / TILE_N][i % TILE_N], b, (size_t)q * n + j,
             q < k && j < n);
    }
    __pipeline_commit();
}

__global__ void __launch_bounds__(THREADS, 2)
    matmul_kernel(const float *a, const float *b, float *c, int m, int n,
                  int k) {
    __shared__ __align__(16) Tiles tiles;
    int t = threadIdx.x;
    int x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    for (int p = 0; p < k; p += TILE_K) {
        fetch(tiles, a, b, m, n, k, row0, col0, p);
        __pipeline_wait_prior(0);
        __syncthreads();
        multiply(sum, tiles, x, y);
        __syncthreads();
    }
    store(c, sum, m, n, row0 + y, col0 + x);
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
