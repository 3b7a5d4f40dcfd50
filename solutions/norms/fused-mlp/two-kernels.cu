// baseline: a kernel for each product, with bias and activation before the store; the
// hidden values go to global memory and back
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 64;    // side of a block's tile of the result
const int STEP = 32;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

__device__ float gelu(float u) {
    return 0.5f * u * (1.0f + tanhf(0.7978845608f * (u + 0.044715f * u * u * u)));
}

__device__ void store(__half *to, float u) {
    *to = __float2half(gelu(u));
}

__device__ void store(float *to, float u) {
    *to = u;
}

// A tile of ROWS x COLS halves, 8 of them (16 bytes) for each load; zeros outside.
template <int ROWS, int COLS>
__device__ void load_tile(__half (*tile)[COLS + PAD], const __half *from, int row,
                          int col, int rows, int cols) {
    const int GROUPS = COLS / 8;
    for (int i = threadIdx.x; i < ROWS * GROUPS; i += THREADS) {
        int r = i / GROUPS, c = i % GROUPS * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (row + r < rows && col + c < cols)
            v = *(const uint4 *)&from[(size_t)(row + r) * cols + col + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

// Halves are hidden values and pass through the activation, floats are results.
template <typename T>
__global__ void linear_kernel(const __half *a, const __half *b, const float *bias, T *c,
                              int m, int n, int k) {
    __shared__ __align__(32) __half as[BLOCK][STEP + PAD];
    __shared__ __align__(32) __half bs[STEP][BLOCK + PAD];
    __shared__ __align__(32) float stage[THREADS / 32][FRAG][FRAG];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * BLOCK, col = blockIdx.y * BLOCK;
    int my_row = warp / 2 * 32, my_col = warp % 2 * 32; // in the block's tile

    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa[2];
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb[2];
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[2][2];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        for (int q = 0; q < STEP; q += FRAG) {
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(fa[i], &as[my_row + i * FRAG][q], STEP + PAD);
                wmma::load_matrix_sync(fb[i], &bs[q][my_col + i * FRAG], BLOCK + PAD);
            }
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int r0 = row + my_row + i * FRAG, s = col + my_col + j * FRAG + lane % 16;
            wmma::store_matrix_sync(stage[warp][0], sum[i][j], FRAG,
                                    wmma::mem_row_major);
            __syncwarp(); // all 256 sums are there
            for (int r = lane / 16; r < FRAG; r += 2)
                if (r0 + r < m && s < n)
                    store(&c[(size_t)(r0 + r) * n + s], stage[warp][r][lane % 16] + bias[s]);
            __syncwarp(); // nobody needs them any more
        }
}

void mlp(const __half *x, const __half *w1, const float *b1, const __half *w2,
         const float *b2, float *out, int m, int d, int h) {
    if (m == 0 || d == 0) return;

    int rows = (m + BLOCK - 1) / BLOCK;
    __half *hidden;
    cudaMallocAsync(&hidden, sizeof(__half) * m * max(h, 1), 0);
    if (h > 0)
        linear_kernel<<<dim3(rows, (h + BLOCK - 1) / BLOCK), THREADS>>>(x, w1, b1, hidden,
                                                                        m, h, d);
    linear_kernel<<<dim3(rows, (d + BLOCK - 1) / BLOCK), THREADS>>>(hidden, w2, b2, out, m,
                                                                    d, h);
    cudaFreeAsync(hidden, 0);
}
