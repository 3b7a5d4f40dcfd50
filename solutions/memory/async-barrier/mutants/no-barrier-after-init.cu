// rejected by: gate barriers | trap mbarrier | crash (arrives before it is initialised)
// Steps of smoothing with a barrier in two halves.
//
//   store v | arrive | path += |change| | wait | read neighbours, new v
//                    `-- work that needs no neighbour --'
//
// Two buffers take turns. Who stores into one of them has waited for everybody
// to have read it, one step before: one barrier per step is enough.
#include <cuda_awbarrier_primitives.h>

const int MAX_N = 1024; // elements of a row, one per thread

__global__ void smooth_kernel(const float *in, float *out, float *path, int n,
                              int steps) {
    __shared__ float buffer[2][MAX_N];
    __shared__ __mbarrier_t ready;
    int i = threadIdx.x;
    size_t at = (size_t)blockIdx.x * n + i;
    bool inner = i > 0 && i < n - 1;

    if (i == 0) __mbarrier_init(&ready, blockDim.x); // all threads arrive

    float v = i < n ? in[at] : 0.0f, change = 0.0f, sum = 0.0f;
    for (int s = 0; s < steps; s++) {
        float *now = buffer[s % 2];
        now[i] = v;
        __mbarrier_token_t phase = __mbarrier_arrive(&ready); // mine is stored

        sum += fabsf(change); // of the step before

        while (!__mbarrier_test_wait(&ready, phase)) // everybody's is stored
            ;
        float next = v;
        if (inner) next = 0.25f * now[i - 1] + 0.5f * v + 0.25f * now[i + 1];
        change = next - v;
        v = next;
    }
    if (i >= n) return;
    out[at] = v;
    path[at] = sum + fabsf(change);
}

void smooth(const float *in, float *out, float *path, int rows, int n,
            int steps) {
    if (rows == 0 || n == 0) return;
    smooth_kernel<<<rows, (n + 31) / 32 * 32>>>(in, out, path, n, steps);
}
