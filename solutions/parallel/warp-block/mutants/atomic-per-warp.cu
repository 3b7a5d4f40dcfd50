// rejected by: gate global_atomics (warps add to the result one by one, and never meet in the block)
#include <cuda_runtime.h>

__global__ void sum_kernel(const float *in, float *out, int n, int each) {
    int first = blockIdx.x * each, count = min(each, n - first);
    const float *x = in + first;
    float s = 0.0f;
    int i = threadIdx.x, step = blockDim.x;
    for (; i + 3 * step < count; i += 4 * step) {
        float v[4];
        for (int k = 0; k < 4; k++) v[k] = x[i + k * step];
        s += (v[0] + v[1]) + (v[2] + v[3]);
    }
    for (; i < count; i += step) s += x[i];
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out + blockIdx.x, s);
}
void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n == 0) return;
    int b = (n + each - 1) / each;
    cudaMemsetAsync(out, 0, b * sizeof(float));
    sum_kernel<<<b, block>>>(in, out, n, each);
}
