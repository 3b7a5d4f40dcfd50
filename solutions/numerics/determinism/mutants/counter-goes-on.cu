// rejected by: pattern never-written | case (the counter of arrivals is not set back)
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

__device__ int arrived;

// The block that arrives last adds up the sums of all chunks.
__global__ void add_up(const float *in, float *part, float *out, int n, int chunks) {
    __shared__ bool is_last;
    for (int c = blockIdx.x; c < chunks; c += gridDim.x) {
        int i = c * THREADS + threadIdx.x;
        float v = block_sum(i < n ? in[i] : 0);
        if (threadIdx.x == 0) part[c] = v;
    }
    __threadfence();
    if (threadIdx.x == 0)
        is_last = atomicAdd(&arrived, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    float v = 0;
    for (int c = threadIdx.x; c < chunks; c += THREADS)
        v += ((volatile float *)part)[c];
    v = block_sum(v);
    if (threadIdx.x == 0) *out = v;
}

void sum(const float *in, float *out, int n, float *scratch, int blocks,
         cudaStream_t stream) {
    int chunks = (n + THREADS - 1) / THREADS;
    add_up<<<blocks, THREADS, 0, stream>>>(in, scratch, out, n, chunks);
}
