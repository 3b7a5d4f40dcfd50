// rejected by: case (only the last 16 of k are summed)
// says: Only the last 16 products along k are in the result. Each mma_sync has to add to the sums of the step before: fill them with 0 once, before the loop, and let mma_sync read and write the same fragment.
// A product on tensor cores: one warp for each tile of 16 x 16 results.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

const int TILE = 16;  // of the results, and of each step along k
const int WARPS = 4;  // of a block: tiles next to each other in a row of C

__global__ void product_kernel(const __half *a, const __half *b, float *c,
                               int n, int k) {
    int col = (blockIdx.x * WARPS + threadIdx.x / 32) * TILE;
    int row = blockIdx.y * TILE;
    if (col >= n) return; // the whole warp, or none of its lanes

    wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, float> sum;

    for (int p = 0; p < k; p += TILE) {
        wmma::fill_fragment(sum, 0.0f);
        wmma::load_matrix_sync(fa, a + (size_t)row * k + p, k);
        wmma::load_matrix_sync(fb, b + (size_t)p * n + col, n);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n,
                            wmma::mem_row_major);
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid((n / TILE + WARPS - 1) / WARPS, m / TILE);
    product_kernel<<<grid, 32 * WARPS>>>(a, b, c, n, k);
}
