// rejected by: build (wmma with 64 x 64 results for each warp, and no line of PTX)
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int FRAG = 16;     // side of a fragment
const int BLOCK = 128;    // side of a block's tile of C
const int STEP = 64;     // along k, for each visit to global memory
const int THREADS = 128; // four warps, two by two
const int PAD = 8;       // halves: rows begin in other banks, 16-byte aligned

// A tile of ROWS x COLS halves, 8 of them (16 bytes) for each load. The extents are
// multiples of 16, so that a group of 8 lies inside or outside as a whole.
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

__global__ void product_kernel(const __half *a, const __half *b, float *c, int m,
                               int n, int k) {
    __shared__ __align__(32) __half as[BLOCK][STEP + PAD];
    __shared__ __align__(32) __half bs[STEP][BLOCK + PAD];
    int warp = threadIdx.x / 32;
    int row = blockIdx.y * BLOCK, col = blockIdx.x * BLOCK;
    int my_row = warp / 2 * 64, my_col = warp % 2 * 64; // in the block's tile

    wmma::fragment<wmma::matrix_a, FRAG, FRAG, FRAG, __half, wmma::row_major> fa[4];
    wmma::fragment<wmma::matrix_b, FRAG, FRAG, FRAG, __half, wmma::row_major> fb[4];
    wmma::fragment<wmma::accumulator, FRAG, FRAG, FRAG, float> sum[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            wmma::fill_fragment(sum[i][j], 0.0f);

    for (int p = 0; p < k; p += STEP) {
        load_tile<BLOCK, STEP>(as, a, row, p, m, k);
        load_tile<STEP, BLOCK>(bs, b, p, col, k, n);
        __syncthreads(); // both tiles are complete
        for (int q = 0; q < STEP; q += FRAG) {
            for (int i = 0; i < 4; i++) {
                wmma::load_matrix_sync(fa[i], &as[my_row + i * FRAG][q], STEP + PAD);
                wmma::load_matrix_sync(fb[i], &bs[q][my_col + i * FRAG], BLOCK + PAD);
            }
            for (int i = 0; i < 4; i++) // sixteen products for eight loads
                for (int j = 0; j < 4; j++)
                    wmma::mma_sync(sum[i][j], fa[i], fb[j], sum[i][j]);
        }
        __syncthreads(); // nobody needs them any more
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int r = row + my_row + i * FRAG, s = col + my_col + j * FRAG;
            if (r < m && s < n)
                wmma::store_matrix_sync(c + (size_t)r * n + s, sum[i][j], n,
                                        wmma::mem_row_major);
        }
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n + BLOCK - 1) / BLOCK, (m + BLOCK - 1) / BLOCK);
    product_kernel<<<grid, THREADS>>>(a, b, c, m, n, k);
}
