// rejected by: gate traffic (no cluster: a block has a quarter of the bins, and reads everything)
const int BLOCK = 1024, SHARES = 16, PARTS = 4, MOST = 8192;

__global__ void count(const unsigned short *in, unsigned *out, int n,
                      int bins) {
    __shared__ unsigned own[MOST];
    int first = blockIdx.y * MOST;
    for (int i = threadIdx.x; i < MOST; i += BLOCK)
        own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += SHARES * BLOCK)
        if (in[i] / MOST == blockIdx.y) atomicAdd(&own[in[i] % MOST], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < MOST && first + i < bins; i += BLOCK)
        if (own[i]) atomicAdd(&out[first + i], own[i]);
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    cudaMemsetAsync(out, 0, bins * sizeof(unsigned));
    count<<<dim3(SHARES, PARTS), BLOCK>>>(in, out, n, bins);
}
