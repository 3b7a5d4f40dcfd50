// rejected by: case (the chunks are fixed, and their sums meet in order of arrival)
const int THREADS = 256;
const int CHUNK = 16 * THREADS; // elements with a sum of their own

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

// One sum for each chunk. Which block makes it does not matter.
__global__ void sum_chunks(const float *in, float *out, int n, int chunks) {
    for (int chunk = blockIdx.x; chunk < chunks; chunk += gridDim.x) {
        int first = chunk * CHUNK, end = min(first + CHUNK, n);
        float v = 0;
        for (int i = first + threadIdx.x; i < end; i += THREADS)
            v += in[i];
        v = block_sum(v);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}

// scratch: room for (n + 255) / 256 + 16 floats.
void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    int chunks = (n + CHUNK - 1) / CHUNK;
    cudaMemsetAsync(out, 0, sizeof(float), stream);
    if (chunks > 0)
        sum_chunks<<<min(blocks, chunks), THREADS, 0, stream>>>(in, out, n, chunks);
}
