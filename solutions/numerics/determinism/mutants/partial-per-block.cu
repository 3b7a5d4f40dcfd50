// rejected by: case (what a thread adds up depends on the size of the grid)
const int THREADS = 256;

// The sum over the block, for thread 0.
__device__ float block_sum(float v) {
    __shared__ float warps[THREADS / 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    __syncthreads(); // the array may still be in use
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0;
    for (int d = THREADS / 64; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    return v;
}

// The sum of in[from .. to), by one block, in an order that only the length
// decides.
__device__ float range_sum(const float *in, int from, int to) {
    float v = 0;
#pragma unroll 8
    for (int i = from + threadIdx.x; i < to; i += THREADS)
        v += in[i];
    return block_sum(v);
}

// One place for each block.
__global__ void add_chunks(const float *in, float *scratch, int n) {
    int step = gridDim.x * THREADS;
    float v = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += step)
        v += in[i];
    v = block_sum(v);
    if (threadIdx.x == 0) scratch[blockIdx.x] = v;
}

__global__ void add_scratch(const float *scratch, float *out, int chunks) {
    float v = range_sum(scratch, 0, chunks);
    if (threadIdx.x == 0) *out = v;
}

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    blocks = min(blocks, max(1, n / 256));
    add_chunks<<<blocks, THREADS, 0, stream>>>(in, scratch, n);
    add_scratch<<<1, THREADS, 0, stream>>>(scratch, out, blocks);
}
