// rejected by: build (tensor cores multiply the bytes)
// Product of eight-bit integers: tensor cores for sizes like the timed one, and one thread
// for each result for all others. No word is packed, no tile is shared.
#include <mma.h>
using namespace nvcuda;

__global__ void slow(const signed char *a, const signed char *b, const float *scale_a,
                     const float *scale_b, float *c, int m, int n, int k) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i >= (size_t)m * n) return;
    int sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[i / n * k + p] * b[i % n * k + p];
    c[i] = (float)sum * scale_a[i / n] * scale_b[i % n];
}

__global__ void quick(const signed char *a, const signed char *b, int *c, int n, int k) {
    int row = (blockIdx.y * 2 + threadIdx.y) * 32, col = (blockIdx.x * 2 + threadIdx.x / 32) * 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb[2];
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum[2][2];
    for (int i = 0; i < 4; i++)
        wmma::fill_fragment(sum[i / 2][i % 2], 0);
    for (int p = 0; p < k; p += 16) {
        for (int i = 0; i < 2; i++) {
            wmma::load_matrix_sync(fa[i], a + (size_t)(row + 16 * i) * k + p, k);
            wmma::load_matrix_sync(fb[i], b + (size_t)(col + 16 * i) * k + p, k);
        }
        for (int i = 0; i < 4; i++)
            wmma::mma_sync(sum[i / 2][i % 2], fa[i / 2], fb[i % 2], sum[i / 2][i % 2]);
    }
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(c + (size_t)(row + 16 * (i / 2)) * n + col + 16 * (i % 2),
                                sum[i / 2][i % 2], n, wmma::mem_row_major);
}

__global__ void scale(const float *scale_a, const float *scale_b, float *c, int m, int n) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < (size_t)m * n)
        c[i] = (float)((const int *)c)[i] * scale_a[i / n] * scale_b[i % n];
}

void gemm_int8(const signed char *a, const signed char *b, const float *scale_a,
               const float *scale_b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    int blocks = (int)(((size_t)m * n + 255) / 256);
    if (m % 64 == 0 && n % 64 == 0 && k % 32 == 0 && k > 0) {
        quick<<<dim3(n / 64, m / 64), dim3(64, 2)>>>(a, b, (int *)c, n, k);
        scale<<<blocks, 256>>>(scale_a, scale_b, c, m, n);
    } else
        slow<<<blocks, 256>>>(a, b, scale_a, scale_b, c, m, n, k);
}
