// rejected by: trap shared-race | trap deadlock | case | crash (only thread 0 waits)
// Steps of smoothing with a barrier in two halves.
#include <cuda_awbarrier_primitives.h>

const int MAX_N = 1024; // elements of a row, one per thread

__global__ void smooth_kernel(const float *in, float *out, float *path, int n, int steps) {
    __shared__ float buffer[2][MAX_N];
    __shared__ __mbarrier_t bar;
    int i = threadIdx.x;
    size_t at = (size_t)blockIdx.x * n + i;
    bool inner = i > 0 && i < n - 1;

    if (i == 0) __mbarrier_init(&bar, blockDim.x);
    __syncthreads();

    float v = i < n ? in[at] : 0.0f, sum = 0.0f, before = v;
    for (int s = 0; s < steps; s++) {
        float *now = buffer[s % 2];
        now[i] = v;
        __mbarrier_token_t token = __mbarrier_arrive(&bar);
        sum += fabsf(v - before);
        before = v;
        while (i == 0 && !__mbarrier_test_wait(&bar, token))
            ;
        if (inner) v = 0.25f * now[i - 1] + 0.5f * v + 0.25f * now[i + 1];
    }
    sum += fabsf(v - before);
    if (i >= n) return;
    out[at] = v;
    path[at] = sum;
}

void smooth(const float *in, float *out, float *path, int rows, int n, int steps) {
    if (rows == 0 || n == 0) return;
    smooth_kernel<<<rows, (n + 31) / 32 * 32>>>(in, out, path, n, steps);
}
