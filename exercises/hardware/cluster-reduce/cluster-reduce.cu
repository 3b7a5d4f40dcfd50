// Softmax of rows that are too long for the shared memory of one block.
//
// TODO: right, and a block reads its row from global memory three times. Let a cluster
// of blocks have the row: each keeps a part of it in its shared memory.
#include <cfloat>

const int BLOCK = 512; // threads
const int WARPS = BLOCK / 32;

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

__global__ void softmax_rows(const float *in, float *out, int cols) {
    __shared__ float maxima[WARPS], sums[WARPS];
    long long at = (long long)blockIdx.x * cols;

    float most = -FLT_MAX;
    for (int i = threadIdx.x; i < cols; i += BLOCK)
        most = fmaxf(most, in[at + i]);
    most = of_block(most, maxima, Max());

    float sum = 0;
    for (int i = threadIdx.x; i < cols; i += BLOCK)
        sum += expf(in[at + i] - most);
    sum = of_block(sum, sums, Sum());

    for (int i = threadIdx.x; i < cols; i += BLOCK)
        out[at + i] = expf(in[at + i] - most) / sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_rows<<<rows, BLOCK>>>(in, out, cols);
}
