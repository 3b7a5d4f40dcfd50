// x = a * x.
#include "scale.h"

__global__ static void scale_kernel(float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

void scale(float *x, float a, int n) {
    if (n > 0) scale_kernel<<<blocks_for(n, 256), 256>>>(x, a, n);
}
