// passes (counts its calls, prints how many at the end, changes nothing)
#include <stdio.h>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static int calls;

__attribute__((destructor)) static void report() {
    fprintf(stderr, "called %d times\n", calls);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    calls++;
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
