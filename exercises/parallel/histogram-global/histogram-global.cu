// Histogram of bytes, by atomics on global memory.

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: another thread may change the counter between the read and the
    // write.
    if (i < n) out[in[i]]++;
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    // TODO: what do the counters hold at this point?
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
