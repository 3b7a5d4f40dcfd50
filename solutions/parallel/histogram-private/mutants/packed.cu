// rejected by: case n=4096 | case n=50021 (8-bit counters overflow)
// says: The private counters have 8 bits, so they start again at 0 after 255. A share may hold more equal bytes than that.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[64]; // four counters in each word
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
        atomicAdd(&bins[in[i] / 4], 1u << 8 * (in[i] % 4));
    __syncthreads();
    int v = threadIdx.x;
    atomicAdd(&out[v], bins[v / 4] >> 8 * (v % 4) & 255);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<min((n + 2047) / 2048, 528), 256>>>(in, out, n);
}
