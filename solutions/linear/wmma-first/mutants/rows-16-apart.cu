// rejected by: case (rows are taken as 16 apart, as in a tile)
// says: Rows are taken as 16 elements apart, as in the tile. The last argument of load_matrix_sync is the distance in the matrix: k for `a`, n for `b`.
// product with tensor cores
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void product_kernel(const __half *a, const __half *b, float *c,
                               int m, int n, int k) {
    int tile_col = blockIdx.x * 16;
    int tile_row = blockIdx.y * 16;

    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);

    for (int p = 0; p < k; p += 16) {
        wmma::load_matrix_sync(fa, a + (size_t)tile_row * k + p, 16);
        wmma::load_matrix_sync(fb, b + (size_t)p * n + tile_col, 16);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + (size_t)tile_row * n + tile_col, sum, n, wmma::mem_row_major);
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 grid(n / 16, m / 16);
    product_kernel<<<grid, 32>>>(a, b, c, m, n, k);
}
