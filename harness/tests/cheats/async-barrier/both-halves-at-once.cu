// rejected by: gate mbarrier_waits (the two barriers of before, spelled as arriving and waiting at once)
#include <cuda_awbarrier_primitives.h>

__device__ void meet(__mbarrier_t *all) {
    __mbarrier_token_t phase = __mbarrier_arrive(all);
    while (!__mbarrier_test_wait(all, phase))
        ;
    __syncwarp();
}

__global__ void steps_of(const float *in, float *out, float *path, int n, int steps) {
    __shared__ float row[1024];
    __shared__ __mbarrier_t all;
    int i = threadIdx.x;
    size_t at = (size_t)blockIdx.x * n + i;
    if (i == 0) __mbarrier_init(&all, blockDim.x);
    __syncthreads();
    float v = i < n ? in[at] : 0, way = 0;
    while (steps-- > 0) {
        row[i] = v;
        meet(&all);
        float old = v;
        if (i > 0 && i < n - 1) v = 0.25f * row[i - 1] + 0.5f * old + 0.25f * row[i + 1];
        way += fabsf(v - old);
        meet(&all);
    }
    if (i < n) out[at] = v, path[at] = way;
}

void smooth(const float *in, float *out, float *path, int rows, int n, int steps) {
    if (rows && n) steps_of<<<rows, (n + 31) / 32 * 32>>>(in, out, path, n, steps);
}
