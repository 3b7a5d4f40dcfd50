// rejected by: trap global-race | case (each block overwrites the counts of the others)
const int BLOCK = 256;
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[BINS];
    bins[threadIdx.x] = 0;
    __syncthreads();

    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    out[threadIdx.x] = bins[threadIdx.x];
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int));
    if (n == 0) return;

    int blocks = 64;
    count<<<blocks, BLOCK>>>(in, out, n);
}
