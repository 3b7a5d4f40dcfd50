// rejected by: trap uninitialised-global | case n=1000 (zeroes 256 bytes, not 256 counters)
// says: The memset clears 256 bytes, which are only 64 counters. Its size is in bytes: how many bytes do 256 counters have?
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256);
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
