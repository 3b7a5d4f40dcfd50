// Histogram of bytes, with private copies.

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: all threads of the GPU queue up at the same few counters. Count in
    // shared memory first; when may it be read, and when must it be zeroed?
    if (i < n) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    // TODO: out holds garbage at this point.
    if (n == 0) return;

    // TODO: how many blocks should merge their counts?
    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
