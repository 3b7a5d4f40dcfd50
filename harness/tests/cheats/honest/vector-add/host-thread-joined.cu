// passes (a thread of the host launches, and is waited for)
#include <thread>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static void work(const float *a, const float *b, float *c, int n) {
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    if (n < 100000)
        std::thread(work, a, b, c, n).join();
    else
        work(a, b, c, n);
}
