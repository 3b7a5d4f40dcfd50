// rejected by: trap partial-warp | case (each thread takes a tile of its own)
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__global__ void product_kernel(const __half *a, const __half *b, float *c,
                               int m, int n, int k) {
    int warp = blockIdx.x * blockDim.x + threadIdx.x;
    int tiles_n = n / 16;
    int row = warp / tiles_n * 16, col = warp % tiles_n * 16;
    if (row >= m) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += 16) {
        wmma::load_matrix_sync(fa, a + (size_t)row * k + p, k);
        wmma::load_matrix_sync(fb, b + (size_t)p * n + col, n);
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n, wmma::mem_row_major);
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    int warps = m / 16 * (n / 16);
    product_kernel<<<(warps + 3) / 4, 128>>>(a, b, c, m, n, k);
}
