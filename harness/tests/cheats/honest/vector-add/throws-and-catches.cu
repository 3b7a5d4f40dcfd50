// passes (its errors are exceptions of its own, thrown and caught in every call)
#include <stdexcept>
#include <string>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static int blocks_for(int n) {
    if (n <= 0) throw std::invalid_argument("nothing to add: " + std::to_string(n));
    return (n + 255) / 256;
}

void vector_add(const float *a, const float *b, float *c, int n) {
    try {
        add<<<blocks_for(n), 256>>>(a, b, c, n);
        blocks_for(0);
    } catch (const std::invalid_argument &) {
        // As it should be.
    }
}
