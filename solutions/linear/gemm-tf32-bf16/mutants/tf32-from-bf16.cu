// rejected by: case (inputs of the TF32 product are rounded to bfloat16 first)
// says: The inputs of the TF32 product are rounded to bfloat16 first, and keep 7 bits of mantissa. TF32 has 10: round the float itself.
// The same product twice: TF32 and bfloat16.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

const int TILE = 16;

__device__ void tf32_tile(const float *a, const float *b, float *c, int row, int col, int n, int k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += 8) {
        wmma::load_matrix_sync(fa, a + (size_t)row * k + p, k);
        wmma::load_matrix_sync(fb, b + (size_t)p * n + col, n);
        for (int i = 0; i < fa.num_elements; i++)
            fa.x[i] = wmma::__float_to_tf32(__bfloat162float(__float2bfloat16(fa.x[i])));
        for (int i = 0; i < fb.num_elements; i++)
            fb.x[i] = wmma::__float_to_tf32(__bfloat162float(__float2bfloat16(fb.x[i])));
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n, wmma::mem_row_major);
}

__device__ void bf16_tile(const float *a, const float *b, float *c, int row, int col, int n, int k) {
    __shared__ __align__(32) __nv_bfloat16 ta[TILE * TILE], tb[TILE * TILE];
    int lane = threadIdx.x;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += TILE) {
        for (int i = lane; i < TILE * TILE; i += 32) {
            ta[i] = __float2bfloat16(a[(size_t)(row + i / TILE) * k + p + i % TILE]);
            tb[i] = __float2bfloat16(b[(size_t)(p + i / TILE) * n + col + i % TILE]);
        }
        __syncwarp();
        wmma::load_matrix_sync(fa, ta, TILE);
        wmma::load_matrix_sync(fb, tb, TILE);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncwarp();
    }
    wmma::store_matrix_sync(c + (size_t)row * n + col, sum, n, wmma::mem_row_major);
}

__global__ void products_kernel(const float *a, const float *b, float *c_tf32,
                                float *c_bf16, int n, int k) {
    int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    if (blockIdx.z == 0)
        tf32_tile(a, b, c_tf32, row, col, n, k);
    else
        bf16_tile(a, b, c_bf16, row, col, n, k);
}

void products(const float *a, const float *b, float *c_tf32, float *c_bf16, int m,
              int n, int k) {
    if (m * n == 0) return;
    products_kernel<<<dim3(n / TILE, m / TILE, 2), 32>>>(a, b, c_tf32, c_bf16, n, k);
}
