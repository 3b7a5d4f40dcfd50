// rejected by: case n=50021 | gate global_atomics (the bins are merged in each pass of the loop and go on from there)
// says: The private bins are merged in each pass and not cleared after it, so what was counted early is added to out many times. Merge once, after the loop.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int base = blockIdx.x * blockDim.x; base < n;
         base += gridDim.x * blockDim.x) {
        int i = base + threadIdx.x;
        if (i < n)
            atomicAdd(&h[in[i]], 1u);
        __syncthreads();
        atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
        __syncthreads();
    }
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<64, 256>>>(in, out, n);
}
