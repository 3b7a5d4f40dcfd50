// rejected by: case n=50021 (the bins are cleared in each pass of the loop)
// says: The private bins are cleared in each pass, so a block merges only the counts of its last pass. Clear them once, before the loop.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int base = blockIdx.x * blockDim.x; base < n;
         base += gridDim.x * blockDim.x) {
        h[threadIdx.x] = 0;
        __syncthreads();
        int i = base + threadIdx.x;
        if (i < n)
            atomicAdd(&h[in[i]], 1u);
        __syncthreads();
    }
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<64, 256>>>(in, out, n);
}
