// rejected by: gate smem_requests (16 products for 8 fragments, all from global memory)
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda::wmma;

const int EDGE = 4; // fragments of a warp

__global__ void product_kernel(const __half *a, const __half *b, float *c,
                               int m, int n, int k) {
    int warp = threadIdx.x / 32;
    int r0 = (blockIdx.y * 2 + warp / 2) * EDGE,
        c0 = (blockIdx.x * 2 + warp % 2) * EDGE;
    fragment<accumulator, 16, 16, 16, float> sum[EDGE][EDGE];
    fragment<matrix_a, 16, 16, 16, __half, row_major> u[EDGE];
    fragment<matrix_b, 16, 16, 16, __half, row_major> v[EDGE];

    for (int i = 0; i < EDGE * EDGE; i++)
        fill_fragment(sum[i / EDGE][i % EDGE], 0.0f);
    for (int q = 0; q < k; q += 16) {
#pragma unroll
        for (int i = 0; i < EDGE; i++) {
            if ((r0 + i) * 16 < m)
                load_matrix_sync(u[i], a + (size_t)(r0 + i) * 16 * k + q, k);
            if ((c0 + i) * 16 < n)
                load_matrix_sync(v[i], b + (size_t)q * n + (c0 + i) * 16, n);
        }
#pragma unroll
        for (int i = 0; i < EDGE * EDGE; i++)
            if ((r0 + i / EDGE) * 16 < m && (c0 + i % EDGE) * 16 < n)
                mma_sync(sum[i / EDGE][i % EDGE], u[i / EDGE], v[i % EDGE],
                         sum[i / EDGE][i % EDGE]);
    }
#pragma unroll
    for (int i = 0; i < EDGE * EDGE; i++)
        if ((r0 + i / EDGE) * 16 < m && (c0 + i % EDGE) * 16 < n)
            store_matrix_sync(c + (size_t)(r0 + i / EDGE) * 16 * n +
                                  (c0 + i % EDGE) * 16,
                              sum[i / EDGE][i % EDGE], n, mem_row_major);
}

void product(const __half *a, const __half *b, float *c, int m, int n, int k) {
    if (m > 0 && n > 0)
        product_kernel<<<dim3((n + 127) / 128, (m + 127) / 128), 128>>>(
            a, b, c, m, n, k);
}
