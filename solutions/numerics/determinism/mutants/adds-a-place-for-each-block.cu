// rejected by: trap uninitialised-global | trap out-of-bounds | pattern nan | case (the second kernel adds as many places as there are blocks, not as there are chunks)
// says: There is a place in scratch for each chunk, not for each block. How many places does the second kernel have to add?
// The same bits every time, on any number of blocks: the array is cut into
// chunks whose borders depend on n alone, each chunk has its place in scratch,
// and one block adds up the places in a fixed order.
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

const int CHUNK = 4096;

// Any block may do any chunk: its result is the same, and so is its place.
__global__ void add_chunks(const float *in, float *scratch, int n) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    for (int c = blockIdx.x; c < chunks; c += gridDim.x) {
        float v = range_sum(in, c * CHUNK, min((c + 1) * CHUNK, n));
        if (threadIdx.x == 0) scratch[c] = v;
    }
}

__global__ void add_scratch(const float *scratch, float *out, int chunks) {
    float v = range_sum(scratch, 0, chunks);
    if (threadIdx.x == 0) *out = v;
}

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    add_chunks<<<blocks, THREADS, 0, stream>>>(in, scratch, n);
    add_scratch<<<1, THREADS, 0, stream>>>(scratch, out, blocks);
}
