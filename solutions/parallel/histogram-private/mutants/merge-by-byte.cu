// rejected by: case n=15 (a thread merges its bin only if it has a byte)
// says: A thread merges its bin only if it has a byte of in. The two have nothing to do with each other: in each block all 256 bins must be merged, even if n is 1. Leave i < n out of the merge.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int j = i; j < n; j += gridDim.x * blockDim.x)
        atomicAdd(&h[in[j]], 1u);
    __syncthreads();
    if (i < n)
        atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<528, 256>>>(in, out, n);
}
