// rejected by: case all negative (FLT_MIN is the smallest positive float)
// says: FLT_MIN is a tiny positive number, larger than every negative one. The value that never wins is -infinity.
#include <climits>
#include <math_constants.h>

struct Best {
    float value;
    int index;
};

__device__ Best parts[264];

__device__ Best better(Best a, Best b) {
    bool keep = a.value > b.value || (a.value == b.value && a.index < b.index);
    return keep ? a : b;
}

__device__ Best block_best(Best v) {
    __shared__ Best part[8];
    for (int d = 16; d > 0; d /= 2)
        v = better(v, {__shfl_down_sync(0xffffffff, v.value, d),
                       __shfl_down_sync(0xffffffff, v.index, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 1; w < 8 && threadIdx.x == 0; w++)
        v = better(v, part[w]);
    return v;
}

__global__ void best_of_blocks(const float *in, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    Best best = {1.17549435e-38f, INT_MAX};
    for (int i = t; i < n; i += all)
        best = better(best, {in[i], i});
    best = block_best(best);
    if (threadIdx.x == 0) parts[blockIdx.x] = best;
}

__global__ void best_of_parts(float *value, int *index, int blocks) {
    Best best = {1.17549435e-38f, INT_MAX};
    for (int b = threadIdx.x; b < blocks; b += blockDim.x)
        best = better(best, parts[b]);
    best = block_best(best);
    if (threadIdx.x > 0) return;
    value[0] = best.value;
    index[0] = best.index == INT_MAX ? -1 : best.index;
}

void argmax(const float *in, float *value, int *index, int n) {
    best_of_blocks<<<264, 256>>>(in, n);
    best_of_parts<<<1, 256>>>(value, index, 264);
}
