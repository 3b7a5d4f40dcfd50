// baseline: every element by an atomic addition to global memory

const int CLUSTER = 8; // blocks
const int BLOCK = 256; // threads

__global__ void count(const unsigned short *in, unsigned int *out, int n, int bins) {
    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    cudaMemsetAsync(out, 0, bins * sizeof(unsigned int));
    if (n == 0) return;

    count<<<CLUSTER * 16, BLOCK>>>(in, out, n, bins);
}
