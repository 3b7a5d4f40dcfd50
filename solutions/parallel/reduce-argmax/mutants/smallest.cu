// rejected by: case n=31 (finds the smallest element)
// says: This is the smallest element. Keep the larger of two values, and begin at -INFINITY.
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

__global__ void kern(const float *in, float *value, int *index, int n) {
    Best best = {INFINITY, INT_MAX};
    for (int i = threadIdx.x; i < n; i += 256)
        if (in[i] < best.value)
            best = {in[i], i};
    __shared__ Best part[256];
    part[threadIdx.x] = best;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s &&
            part[threadIdx.x + s].value < part[threadIdx.x].value)
            part[threadIdx.x] = part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        value[0] = part[0].value;
        index[0] = part[0].index;
    }
}
void argmax(const float *in, float *value, int *index, int n) {
    kern<<<1, 256>>>(in, value, index, n);
}
