// rejected by: case n=0 (for n = 0 nothing is stored)
// says: For n = 0 the function returns and stores nothing. Both results must be stored: the value -infinity and the index -1.
#include <climits>
#include <math_constants.h>

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int UNROLL = 4;
const int MOST_BLOCKS = 4096;
const unsigned ALL = 0xffffffff;

struct Best {
    float value;
    int index;
};

__device__ Best parts[MOST_BLOCKS]; // one per block of the first kernel

// Loses against every element, also against -infinity: that has an index below.
__device__ Best nothing() {
    return {-CUDART_INF_F, INT_MAX};
}

// The larger value; of equal ones, the smaller index. Associative and
// commutative, so every tree gives the same pair.
__device__ Best better(Best a, Best b) {
    bool keep = a.value > b.value || (a.value == b.value && a.index < b.index);
    return keep ? a : b;
}

// The best of the block, in thread 0.
__device__ Best block_best(Best v) {
    __shared__ Best part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        v = better(v, {__shfl_down_sync(ALL, v.value, d),
                       __shfl_down_sync(ALL, v.index, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < WARPS; w++)
            v = better(v, part[w]);
    return v;
}

// A thread meets its elements in rising order: of equal ones the first stays.
__device__ void take(Best *best, float value, int index) {
    if (value > best->value || best->index == INT_MAX) *best = {value, index};
}

__device__ void take4(Best *best, float4 v, int index) {
    take(best, v.x, index);
    take(best, v.y, index + 1);
    take(best, v.z, index + 2);
    take(best, v.w, index + 3);
}

__global__ void best_of_blocks(const float *in, int n) {
    const float4 *in4 = (const float4 *)in;
    unsigned quads = n / 4;
    unsigned all = gridDim.x * BLOCK;
    unsigned t = blockIdx.x * BLOCK + threadIdx.x;

    Best best = nothing();
    unsigned i = t;
    for (; i + (UNROLL - 1) * all < quads; i += UNROLL * all) {
        float4 v[UNROLL];
        for (int k = 0; k < UNROLL; k++) // all loads first: none waits
            v[k] = in4[i + k * all];
        for (int k = 0; k < UNROLL; k++)
            take4(&best, v[k], 4 * (i + k * all));
    }
    for (; i < quads; i += all)
        take4(&best, in4[i], 4 * i);
    unsigned rest = 4 * quads + t; // the last n % 4
    if (rest < n) take(&best, in[rest], rest);

    best = block_best(best);
    if (threadIdx.x == 0) parts[blockIdx.x] = best;
}

__global__ void best_of_parts(float *value, int *index, int blocks) {
    Best best = nothing();
    for (int b = threadIdx.x; b < blocks; b += BLOCK)
        best = better(best, parts[b]);
    best = block_best(best);
    if (threadIdx.x > 0) return;
    value[0] = best.value;
    index[0] = best.index == INT_MAX ? -1 : best.index;
}

static int fill_the_gpu() {
    static int blocks; // the device does not change under us
    if (blocks == 0) {
        int device = 0, sms = 0, each = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, best_of_blocks,
                                                      BLOCK, 0);
        blocks = min(sms * each, MOST_BLOCKS);
    }
    return blocks;
}

void argmax(const float *in, float *value, int *index, int n) {
    if (n == 0) return;
    int useful = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    int blocks = min(useful, fill_the_gpu());
    best_of_blocks<<<blocks, BLOCK>>>(in, n);
    best_of_parts<<<1, BLOCK>>>(value, index, blocks);
}
