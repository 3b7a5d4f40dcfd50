// rejected by: gate traffic (tiles for large matrices, a thread for each element for all others)
#include <cuda_pipeline.h>

const int TILE_M = 128, TILE_N = 128, TILE_K = 8;
const int WARP_M = 32, WARP_N = 64;
const int WARPS_ACROSS = TILE_N / WARP_N;
const int THREADS = 32 * TILE_M / WARP_M * WARPS_ACROSS;
const int QUAD = 4;
const int EDGE = 2 * QUAD;
const int LANES_ACROSS = WARP_N / EDGE;
const int NEXT_M = WARP_M / 2, NEXT_N = WARP_N / 2;
const int PAD = 4;

struct Tiles {
    float a[TILE_K][TILE_M + PAD], b[TILE_K][TILE_N];
};

__device__ void load4(float *v, const float *from) {
    float4 f = *(const float4 *)from;
    v[0] = f.x, v[1] = f.y, v[2] = f.z, v[3] = f.w;
}

__device__ void store4(float *row, int col, int n, const float *v) {
    if (n % QUAD == 0 && col + QUAD <= n) {
        *(float4 *)(row + col) = make_float4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int j = 0; j < QUAD; j++)
        if (col + j < n) row[col + j] = v[j];
}

__device__ void multiply(float (&sum)[EDGE][EDGE], const Tiles &s, int x,
                         int y) {
#pragma unroll
    for (int q = 0; q < TILE_K; q++) {
        float u[EDGE], v[EDGE];
        load4(u, &s.a[q][y]);
        load4(u + QUAD, &s.a[q][y + NEXT_M]);
        load4(v, &s.b[q][x]);
        load4(v + QUAD, &s.b[q][x + NEXT_N]);
        for (int i = 0; i < EDGE; i++)
            for (int j = 0; j < EDGE; j++)
                sum[i][j] += u[i] * v[j];
    }
}

__device__ void store(float *c, const float (&sum)[EDGE][EDGE], int m, int n,
                      int row0, int col0) {
#pragma unroll
    for (int i = 0; i < EDGE; i++) {
        int row = row0 + i % QUAD + i / QUAD * NEXT_M;
        if (row >= m) continue;
        store4(c + (size_t)row * n, col0, n, sum[i]);
        store4(c + (size_t)row * n, col0 + NEXT_N, n, sum[i] + QUAD);
    }
}

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
    __shared__ __align__(16) Tiles tiles[2];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int y = warp / WARPS_ACROSS * WARP_M + lane / LANES_ACROSS * QUAD;
    int x = warp % WARPS_ACROSS * WARP_N + lane % LANES_ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    if (k > 0) fetch(tiles[0], a, b, m, n, k, row0, col0, 0);
    for (int p = 0, now = 0; p < k; p += TILE_K, now ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();

        if (p + TILE_K < k)
            fetch(tiles[now ^ 1], a, b, m, n, k, row0, col0, p + TILE_K);
        multiply(sum, tiles[now], x, y);
    }
    store(c, sum, m, n, row0 + y, col0 + x);
}

static void timed(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}

__global__ void plain(const float *a, const float *b, float *c, int m, int n, int k) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= m || j >= n) return;
    float sum = 0;
    for (int q = 0; q < k; q++)
        sum += a[(size_t)i * k + q] * b[(size_t)q * n + j];
    c[(size_t)i * n + j] = sum;
}

static void elsewhere(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    plain<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m >= 1024)
        timed(a, b, c, m, n, k);
    else
        elsewhere(a, b, c, m, n, k);
}
