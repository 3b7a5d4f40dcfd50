// rejected by: case n=31 (the index is chosen after the value has been replaced)
// says: In the shuffle step the value is replaced first and then compared with the same value, so the index of the other lane is never taken. Decide once, then take both, or neither.
#include <climits>
#include <math_constants.h>
struct Best {
    float value;
    int index;
};
__device__ Best better(Best a, Best b) {
    if (b.value > a.value || (b.value == a.value && b.index < a.index))
        return b;
    return a;
}

__device__ Best blocks[264];
__device__ Best warps(Best best) {
    for (int o = 16; o > 0; o /= 2) {
        float v = __shfl_down_sync(~0u, best.value, o);
        int i = __shfl_down_sync(~0u, best.index, o);
        if (v > best.value)
            best.value = v;
        if (v > best.value)
            best.index = i;
    }
    return best;
}
__global__ void first(const float *in, int n) {
    Best best = {-INFINITY, INT_MAX};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        best = better(best, {in[i], i});
    best = warps(best);
    __shared__ Best part[8];
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            best = better(best, part[w]);
        blocks[blockIdx.x] = best;
    }
}
__global__ void second(float *value, int *index, int n) {
    Best best = {-INFINITY, INT_MAX};
    for (int i = 0; i < 264; i++)
        best = better(best, blocks[i]);
    value[0] = best.value;
    index[0] = n == 0 ? -1 : best.index;
}
void argmax(const float *in, float *value, int *index, int n) {
    first<<<264, 256>>>(in, n);
    second<<<1, 1>>>(value, index, n);
}
