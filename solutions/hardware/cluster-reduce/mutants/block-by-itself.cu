// rejected by: case (each block normalises its part)
// says: Each block normalises its own part, as if it were a row: maximum and sum of the other seven blocks are not used. Merge all eight pairs before you divide.
// Softmax of long rows: a cluster keeps one row in the shared memory of its blocks.
//
// Block r of a cluster has the columns r * each ... r * each + each - 1. It reads them
// once. Only a maximum and a sum go from block to block.
#include <cfloat>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

const int CLUSTER = 8; // blocks
const int BLOCK = 512; // threads
const int WARPS = BLOCK / 32;
const int MOST_COLS = 200000;

struct Max {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
    __device__ float operator()(float a, float b) const { return a + b; }
};

// Returns the values of all threads of the block, combined, to every thread.
template <class Op> __device__ float of_block(float x, float *warps, Op op) {
    for (int d = 16; d > 0; d /= 2)
        x = op(x, __shfl_xor_sync(~0u, x, d));
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = x;
    __syncthreads();
    x = warps[threadIdx.x % WARPS];
    for (int d = WARPS / 2; d > 0; d /= 2)
        x = op(x, __shfl_xor_sync(~0u, x, d));
    return x;
}

__global__ void __cluster_dims__(CLUSTER, 1, 1)
softmax_rows(const float *in, float *out, int cols, int each) {
    extern __shared__ float part[]; // this block's columns
    __shared__ float maxima[WARPS], sums[WARPS];
    __shared__ float2 own; // this block's maximum, and its sum relative to that
    cg::cluster_group cluster = cg::this_cluster();
    int first = cluster.block_rank() * each;
    int mine = max(0, min(each, cols - first));
    long long at = (long long)(blockIdx.x / CLUSTER) * cols + first;

    float most = -FLT_MAX;
    for (int i = threadIdx.x; i < mine; i += BLOCK) {
        part[i] = in[at + i];
        most = fmaxf(most, part[i]);
    }
    most = of_block(most, maxima, Max());

    float sum = 0;
    for (int i = threadIdx.x; i < mine; i += BLOCK) {
        part[i] = expf(part[i] - most);
        sum += part[i];
    }
    sum = of_block(sum, sums, Sum());

    if (threadIdx.x == 0) own = make_float2(most, sum);
    cluster.sync(); // all eight pairs are there

    float row_most = own.x, row_sum = own.y;

    float factor = expf(most - row_most) / row_sum;
    for (int i = threadIdx.x; i < mine; i += BLOCK)
        out[at + i] = part[i] * factor;
    cluster.sync(); // nobody needs another block any more
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    int each = (cols + CLUSTER - 1) / CLUSTER;
    int most_each = (MOST_COLS + CLUSTER * 32 - 1) / (CLUSTER * 32) * 32;
    cudaFuncSetAttribute(softmax_rows, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         most_each * (int)sizeof(float));
    softmax_rows<<<rows * CLUSTER, BLOCK, each * sizeof(float)>>>(in, out, cols, each);
}
