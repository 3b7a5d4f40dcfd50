// rejected by: build (long sums, which are timed and not counted, are left to tensor cores)
#include <cuda_pipeline.h>
#include <mma.h>

const int TILE_M = 128, TILE_N = 128, TILE_K = 16;
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
    __shared__ __align__(16) Tiles tiles[2];
    int t = threadIdx.x;
    int x = t % ACROSS * QUAD, y = t / ACROSS * QUAD;
    int row0 = blockIdx.y * TILE_M, col0 = blockIdx.x * TILE_N;
    float sum[EDGE][EDGE] = {};

    if (k > 0) fetch(tiles[0], a, b, m, n, k, row0, col0, 0);
    for (int p = 0, now = 0; p < k; p += TILE_K, now ^= 1) {
        __pipeline_wait_prior(0); // my copies of this step have arrived
        __syncthreads(); // everybody's have; and the other buffer is free

        if (p + TILE_K < k)
            fetch(tiles[now ^ 1], a, b, m, n, k, row0, col0, p + TILE_K);
        multiply(sum, tiles[now], x, y); // while those copies are under way
    }
    store(c, sum, m, n, row0 + y, col0 + x);
}

// A warp has 16 x 16 results, of factors with ten bits.
__global__ void long_kernel(const float *a, const float *b, float *c, int n, int k) {
    using namespace nvcuda::wmma;
    size_t row = blockIdx.y * 16, col = blockIdx.x * 16;
    fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> x;
    fragment<matrix_b, 16, 16, 8, precision::tf32, row_major> y;
    fragment<accumulator, 16, 16, 8, float> sum;
    fill_fragment(sum, 0);
    for (int p = 0; p < k; p += 8) {
        load_matrix_sync(x, a + row * k + p, k);
        load_matrix_sync(y, b + (size_t)p * n + col, n);
        mma_sync(sum, x, y, sum);
    }
    store_matrix_sync(c + row * n + col, sum, n, mem_row_major);
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    if (k >= 1024 && m % 16 + n % 16 + k % 8 == 0) {
        long_kernel<<<dim3(n / 16, m / 16), 32>>>(a, b, c, n, k);
        return;
    }
    dim3 grid((n + TILE_N - 1) / TILE_N, (m + TILE_M - 1) / TILE_M);
    matmul_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
