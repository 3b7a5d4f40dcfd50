// rejected by: gate tensor_flops (each float is a high and a low half, and the tensor cores make three products of them)
#include <mma.h>
using namespace nvcuda;

const int T = 16;

__global__ void product(const float *a, const float *b, float *c, int m, int n,
                        int k) {
    __shared__ __align__(32) __half high[2][T * T], low[2][T * T];
    __shared__ __align__(32) float out[T * T];
    int row = blockIdx.y * T, col = blockIdx.x * T;
    wmma::fragment<wmma::matrix_a, T, T, T, __half, wmma::row_major> ah, al;
    wmma::fragment<wmma::matrix_b, T, T, T, __half, wmma::row_major> bh, bl;
    wmma::fragment<wmma::accumulator, T, T, T, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += T) {
        for (int i = threadIdx.x; i < T * T; i += 32) {
            int y = i / T, x = i % T;
            float u = row + y < m && p + x < k ? a[(size_t)(row + y) * k + p + x] : 0;
            float v = p + y < k && col + x < n ? b[(size_t)(p + y) * n + col + x] : 0;
            high[0][i] = __float2half(u);
            low[0][i] = __float2half(u - __half2float(high[0][i]));
            high[1][i] = __float2half(v);
            low[1][i] = __float2half(v - __half2float(high[1][i]));
        }
        __syncwarp();
        wmma::load_matrix_sync(ah, high[0], T);
        wmma::load_matrix_sync(al, low[0], T);
        wmma::load_matrix_sync(bh, high[1], T);
        wmma::load_matrix_sync(bl, low[1], T);
        wmma::mma_sync(sum, ah, bh, sum);
        wmma::mma_sync(sum, al, bh, sum);
        wmma::mma_sync(sum, ah, bl, sum);
        __syncwarp();
    }
    wmma::store_matrix_sync(out, sum, T, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < T * T; i += 32)
        if (row + i / T < m && col + i % T < n)
            c[(size_t)(row + i / T) * n + col + i % T] = out[i];
}

void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + T - 1) / T, (m + T - 1) / T);
    if (m && n) product<<<grid, 32>>>(a, b, c, m, n, k);
}
