// rejected by: case (computes in half precision)
// says: The arithmetic is in half precision, which keeps only 11 bits. Keep a, the product and the sum in float.
#include <cuda_fp16.h>

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half r = __hfma(__float2half(a), __float2half(x[i]), __float2half(y[i]));
    y[i] = __half2float(r);
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
