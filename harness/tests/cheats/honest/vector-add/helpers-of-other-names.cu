// passes (helpers called like functions of libraries, operator new of its own)
#include <new>
#include <stdlib.h>

void *operator new(size_t bytes) {
    return calloc(bytes, 1);
}
void operator delete(void *at) noexcept {
    free(at);
}
void operator delete(void *at, size_t) noexcept {
    free(at);
}

namespace cuda_tools {
static int read(int n) {
    return (n + 255) / 256;
}
struct Launch {
    int blocks, threads;
};
} // namespace cuda_tools

static void sleep(cuda_tools::Launch *) {}
__device__ float write(float x, float y) {
    return x + y;
}

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = write(a[i], b[i]);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    cuda_tools::Launch *how = new cuda_tools::Launch{cuda_tools::read(n), 256};
    sleep(how);
    add<<<how->blocks, how->threads>>>(a, b, c, n);
    delete how;
}
