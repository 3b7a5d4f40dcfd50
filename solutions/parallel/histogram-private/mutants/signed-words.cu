// rejected by: trap out-of-bounds | case (the top byte of a signed word is negative from 128 on)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();

    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int *words = (const int *)in;
    for (int i = t; i < n / 4; i += gridDim.x * blockDim.x)
        for (int shift = 0; shift <= 24; shift += 8) {
            int byte = words[i] >> shift;
            if (shift < 24) byte &= 255;
            atomicAdd(&bins[byte], 1u);
        }
    if (t < n % 4) atomicAdd(&bins[in[n - 1 - t]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n > 0) count<<<256, 256>>>(in, out, n);
}
