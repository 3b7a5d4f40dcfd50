// rejected by: trap out-of-bounds | case n=1025 (stores a sum for each warp, eight where scratch has room for one)
const int THREADS = 256;
const int WARPS = THREADS / 32;

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

// One sum for each warp of a chunk. Which block makes it does not matter.
__global__ void sum_chunks(const float *in, float *sums, int n, int chunks) {
    for (int chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
        int i = chunk * THREADS + threadIdx.x;
        float v = i < n ? in[i] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if (threadIdx.x % 32 == 0) sums[chunk * WARPS + threadIdx.x / 32] = v;
    }
}

// One block: the sum of the sums.
__global__ void sum_sums(const float *sums, float *out, int chunks) {
    float v = 0;
    for (int i = threadIdx.x; i < chunks; i += THREADS)
        v += sums[i];
    v = block_sum(v);
    if (threadIdx.x == 0) *out = v;
}

// scratch: room for (n + 255) / 256 + 16 floats.
void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    int chunks = (n + THREADS - 1) / THREADS;
    if (chunks > 0)
        sum_chunks<<<min(blocks, chunks), THREADS, 0, stream>>>(in, scratch, n, chunks);
    sum_sums<<<1, THREADS, 0, stream>>>(scratch, out, chunks * WARPS);
}
