// rejected by: case (the low bits are ignored)
// says: Not all inputs are rounded to TF32. The instruction ignores their low bits, which cuts them off. Both fragments, of a and of b, need __float_to_tf32.
// The same product twice: inputs rounded to TF32, and to bfloat16. One warp for each tile
// of 16 x 16 results of each.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

const int TILE = 16, TF32_STEP = 8, BF16_STEP = 16;

__device__ void tf32_tile(const float *a, const float *b, float *c, int n, int k) {
    wmma::fragment<wmma::matrix_a, TILE, TILE, TF32_STEP, wmma::precision::tf32,
                   wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, TILE, TILE, TF32_STEP, wmma::precision::tf32,
                   wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, TILE, TILE, TF32_STEP, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += TF32_STEP) {
        wmma::load_matrix_sync(fa, a + p, k);
        wmma::load_matrix_sync(fb, b + (size_t)p * n, n);
        // The instruction ignores the low 13 bits: round first, or they are cut off.
        wmma::mma_sync(sum, fa, fb, sum);
    }
    wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major);
}

__device__ void bf16_tile(const float *a, const float *b, float *c, int n, int k) {
    __shared__ __align__(32) __nv_bfloat16 as[TILE][TILE], bs[TILE][TILE];
    wmma::fragment<wmma::matrix_a, TILE, TILE, BF16_STEP, __nv_bfloat16,
                   wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, TILE, TILE, BF16_STEP, __nv_bfloat16,
                   wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, TILE, TILE, BF16_STEP, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += BF16_STEP) {
        for (int i = threadIdx.x; i < TILE * TILE; i += 32) {
            int r = i / TILE, s = i % TILE;
            as[r][s] = __float2bfloat16(a[(size_t)r * k + p + s]); // to nearest
            bs[r][s] = __float2bfloat16(b[(size_t)(p + r) * n + s]);
        }
        __syncwarp();
        wmma::load_matrix_sync(fa, as[0], TILE);
        wmma::load_matrix_sync(fb, bs[0], TILE);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncwarp(); // the tiles are filled again
    }
    wmma::store_matrix_sync(c, sum, n, wmma::mem_row_major);
}

__global__ void products_kernel(const float *a, const float *b, float *c_tf32,
                                float *c_bf16, int n, int k) {
    size_t row = blockIdx.y * TILE, col = blockIdx.x * TILE;
    if (blockIdx.z == 0)
        tf32_tile(a + row * k, b + col, c_tf32 + row * n + col, n, k);
    else
        bf16_tile(a + row * k, b + col, c_bf16 + row * n + col, n, k);
}

void products(const float *a, const float *b, float *c_tf32, float *c_bf16, int m,
              int n, int k) {
    if (m * n == 0) return;
    products_kernel<<<dim3(n / TILE, m / TILE, 2), 32>>>(a, b, c_tf32, c_bf16, n, k);
}
