// rejected by: gate blocks (no cluster: 16 blocks, each with all bins)
const int BLOCK = 1024, BLOCKS = 16;

__global__ void count(const unsigned short *in, unsigned *out, int n,
                      int bins) {
    extern __shared__ unsigned own[];
    for (int i = threadIdx.x; i < bins; i += BLOCK)
        own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCKS * BLOCK)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < bins; i += BLOCK)
        if (own[i]) atomicAdd(&out[i], own[i]);
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    size_t bytes = bins * sizeof(unsigned);
    cudaMemsetAsync(out, 0, bytes);
    cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)bytes);
    count<<<BLOCKS, BLOCK, bytes>>>(in, out, n, bins);
}
