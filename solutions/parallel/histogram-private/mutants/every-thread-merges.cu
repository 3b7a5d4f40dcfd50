// rejected by: case n=1 (each of the 256 threads merges all 256 bins)
// says: Each count is in out 256 times. Either every thread of a block adds all bins, where thread t should add bin t alone; or 256 blocks count the same bytes, where each needs bytes of its own.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)

        atomicAdd(&h[in[i]], 1u);
    __syncthreads();
    for (int k = 0; k < 256; k++)
        atomicAdd(&out[k], h[k]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<528, 256>>>(in, out, n);
}
