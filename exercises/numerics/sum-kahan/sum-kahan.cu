// Compensated sums over a grid.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int BLOCKS = 132 * 8; // fills the GPU once
const unsigned ALL = 0xffffffff;

struct Pair {
    float sum, carry; // the value is sum + carry
};

__device__ Pair add(Pair a, float b) {
    // TODO: the error of this addition belongs into the carry.
    return {a.sum + b, a.carry};
}

__device__ Pair merge(Pair a, Pair b) {
    // TODO: this addition rounds, too. And what about the carry of b?
    return {a.sum + b.sum, a.carry};
}

// The pair of the block, in thread 0.
__device__ Pair block_merge(Pair p) {
    __shared__ Pair part[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_down_sync(ALL, p.sum, d),
                      __shfl_down_sync(ALL, p.carry, d)});
    if (lane == 0) part[warp] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < WARPS; w++)
        p = merge(p, part[w]);
    return p;
}

__global__ void sum_kernel(const float *in, Pair *parts, int n) {
    unsigned all = gridDim.x * BLOCK;
    Pair p = {};
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        p = add(p, in[i]);
    p = block_merge(p);
    if (threadIdx.x == 0) parts[blockIdx.x] = p;
}

__global__ void finish_kernel(const Pair *parts, double *out, int blocks) {
    Pair p = {};
    for (int i = threadIdx.x; i < blocks; i += BLOCK)
        p = merge(p, parts[i]);
    p = block_merge(p);
    if (threadIdx.x == 0) *out = (double)p.sum + p.carry;
}

void sum(const float *in, double *out, int n) {
    int useful = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    int blocks = min(max(useful, 1), BLOCKS);
    Pair *parts;
    cudaMallocAsync(&parts, blocks * sizeof *parts, 0);
    sum_kernel<<<blocks, BLOCK>>>(in, parts, n);
    finish_kernel<<<1, BLOCK>>>(parts, out, blocks);
    cudaFreeAsync(parts, 0);
}
