// rejected by: case n=1 (each of the 256 threads merges all 256 bins)
// says: Every thread of the block adds all 256 bins to out, so each count enters it as many times as the block has threads. The threads share the merge: thread t adds bin t.
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
