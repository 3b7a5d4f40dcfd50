// x = a * x, and how many blocks that takes.
#include "scale.h"

int blocks_for(int n, int threads) {
    return n > 0 ? (n - 1) / threads + 1 : 0;
}

__global__ static void scale_kernel(float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

void scale(float *x, float a, int n) {
    if (n > 0) scale_kernel<<<blocks_for(n, 256), 256>>>(x, a, n);
}
