// rejected by: case (only the first 128 bins are merged)
// says: The block has 128 threads, and each merges one bin, so the bins from 128 on are lost. Each thread must merge several.
const int BLOCK = 128;
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[BINS];
    for (int v = threadIdx.x; v < BINS; v += BLOCK)
        bins[v] = 0;
    __syncthreads();

    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();

    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int));
    if (n == 0) return;

    int blocks = 64;
    count<<<blocks, BLOCK>>>(in, out, n);
}
