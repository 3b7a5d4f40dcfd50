// rejected by: case | trap shared-race (merges before all have counted)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    int all = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
        atomicAdd(&bins[in[i]], 1u);
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<min((n + 255) / 256, 528), 256>>>(in, out, n);
}
