// rejected by: build (CUB does it, which this exercise forbids)
#include <cub/cub.cuh>

struct AtLeast {
    float least;
    __host__ __device__ bool operator()(float x) const { return x >= least; }
};

void compact(const float *in, float *out, int *count, int n, float least) {
    cudaMemsetAsync(count, 0, sizeof *count);
    if (n <= 0) return;
    void *room = nullptr;
    size_t bytes = 0;
    cub::DeviceSelect::If(nullptr, bytes, in, out, count, n, AtLeast{least});
    cudaMallocAsync(&room, bytes, 0);
    cub::DeviceSelect::If(room, bytes, in, out, count, n, AtLeast{least});
    cudaFreeAsync(room, 0);
}
