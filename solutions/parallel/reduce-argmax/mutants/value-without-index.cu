// rejected by: case n=31 (the index does not travel with its value)
// says: The values meet in the shuffles, and each lane pairs them with its own index. Shuffle the index together with its value.
#include <climits>
#include <math_constants.h>

const int THREADS = 256;
const int BLOCKS = 1024;

struct Best {
    float value;
    int index;
};

// The better of two pairs.
__device__ Best better(Best a, Best b) {
    if (a.value > b.value) return a;
    if (b.value > a.value) return b;
    return a.index < b.index ? a : b;
}

__device__ Best block_best(Best best) {
    __shared__ Best part[THREADS / 32];
    for (int d = 16; d > 0; d /= 2) {
        Best other;
        other.value = __shfl_down_sync(0xffffffff, best.value, d);
        other.index = best.index;
        best = better(best, other);
    }
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    if (lane == 0) part[warp] = best;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < THREADS / 32; w++)
            best = better(best, part[w]);
    return best;
}

__global__ void first(const float *in, Best *parts, int n) {
    Best best = {-CUDART_INF_F, INT_MAX};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        Best b = {in[i], i};
        best = better(best, b);
    }
    best = block_best(best);
    if (threadIdx.x == 0) parts[blockIdx.x] = best;
}

__global__ void second(const Best *parts, int count, float *value, int *index,
                       int n) {
    Best best = {-CUDART_INF_F, INT_MAX};
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        best = better(best, parts[i]);
    best = block_best(best);
    if (threadIdx.x == 0) {
        value[0] = best.value;
        index[0] = n == 0 ? -1 : best.index;
    }
}

__device__ Best parts[BLOCKS];

void argmax(const float *in, float *value, int *index, int n) {
    Best *p;
    cudaGetSymbolAddress((void **)&p, parts);
    first<<<BLOCKS, THREADS>>>(in, p, n);
    second<<<1, THREADS>>>(p, BLOCKS, value, index, n);
}
