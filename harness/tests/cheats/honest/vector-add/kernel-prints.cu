// passes (one thread prints a line in every call)
#include <stdio.h>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    if (i == 0 && n < 100000) printf("adding %d elements: PASS?\n", n);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
