// rejected by: escaped (a joined thread launches on its own default stream)
#include <thread>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

static void work(const float *a, const float *b, float *c, int n) {
    static cudaStream_t side;
    if (!side) cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
    add<<<(n + 255) / 256, 256, 0, side>>>(a, b, c, n);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n > 0) std::thread(work, a, b, c, n).join();
}
