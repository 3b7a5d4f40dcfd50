// The same product twice: inputs rounded to TF32, and to bfloat16.
//
// TODO: a warp for each tile of 16 x 16 results. TF32 fragments are 16 x 16 x 8 and are
// loaded from floats; bfloat16 ones are 16 x 16 x 16, and are loaded from bfloat16.
#include <cuda_bf16.h>
#include <mma.h>

using namespace nvcuda;

const int TILE = 16;

__global__ void products_kernel(const float *a, const float *b, float *c_tf32,
                                float *c_bf16, int n, int k) {
}

void products(const float *a, const float *b, float *c_tf32, float *c_bf16, int m,
              int n, int k) {
    if (m * n == 0) return;
    products_kernel<<<dim3(n / TILE, m / TILE, 2), 32>>>(a, b, c_tf32, c_bf16, n, k);
}
