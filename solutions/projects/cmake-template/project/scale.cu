// x = a * x, and how many blocks that takes.
#include "scale.h"

int blocks_for(int n, int threads) {
#ifdef BUG
    return n / threads;
#else
    return n > 0 ? (n - 1) / threads + 1 : 0;
#endif
}

__global__ static void scale_kernel(float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

void scale(float *x, float a, int n) {
    if (n > 0) scale_kernel<<<blocks_for(n, 256), 256>>>(x, a, n);
}
