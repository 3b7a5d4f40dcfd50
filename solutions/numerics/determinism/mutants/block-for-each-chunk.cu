// rejected by: launch | case (a block for each chunk, also where there is none)
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

__global__ void add_chunks(const float *in, float *part, int n) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    float v = block_sum(i < n ? in[i] : 0);
    if (threadIdx.x == 0) part[blockIdx.x] = v;
}

__global__ void add_sums(const float *part, float *out, int chunks) {
    float v = 0;
    for (int c = threadIdx.x; c < chunks; c += THREADS)
        v += part[c];
    v = block_sum(v);
    if (threadIdx.x == 0) *out = v;
}

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    int chunks = (n + THREADS - 1) / THREADS;
    add_chunks<<<chunks, THREADS, 0, stream>>>(in, scratch, n);
    add_sums<<<1, THREADS, 0, stream>>>(scratch, out, chunks);
}
