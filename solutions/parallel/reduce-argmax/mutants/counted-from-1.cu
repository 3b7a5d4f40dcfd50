// rejected by: case n=1 (the index is counted from 1)
// says: The index is too large by one: it is counted from 1, as MAXLOC does in Fortran. In C the first element has the index 0.
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
__global__ void first(const float *in, int n) {
    Best best = {-INFINITY, INT_MAX};
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        best = better(best, {in[i], i});
    __shared__ Best part[256];
    part[threadIdx.x] = best;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] =
                better(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }

    if (threadIdx.x == 0)
        blocks[blockIdx.x] = part[0];
}
__global__ void second(float *value, int *index, int n) {
    Best best = {-INFINITY, INT_MAX};
    for (int i = threadIdx.x; i < 264; i += 256)
        best = better(best, blocks[i]);
    __shared__ Best part[256];
    part[threadIdx.x] = best;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] =
                better(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }

    if (threadIdx.x == 0) {
        value[0] = part[0].value;
        index[0] = n == 0 ? -1 : part[0].index + 1;
    }
}
void argmax(const float *in, float *value, int *index, int n) {
    first<<<264, 256>>>(in, n);
    second<<<1, 256>>>(value, index, n);
}
