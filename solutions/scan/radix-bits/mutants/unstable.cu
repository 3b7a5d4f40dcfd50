// rejected by: pattern block-order | case (the old order is lost)
// Positions by atomics: fast to write, and the old order is lost.
__global__ void count(const unsigned *keys, int *next, int n, int bit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n && !(keys[i] >> bit & 1)) atomicAdd(&next[1], 1);
}

__global__ void scatter(const unsigned *keys, int *next, unsigned *out, int n, int bit) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) out[atomicAdd(&next[keys[i] >> bit & 1], 1)] = keys[i];
}

void split(const unsigned *keys, unsigned *out, int n, int bit) {
    int *next;
    if (n <= 0) return;
    cudaMallocAsync(&next, 8, 0);
    cudaMemsetAsync(next, 0, 8, 0);
    count<<<(n + 255) / 256, 256>>>(keys, next, n, bit);
    scatter<<<(n + 255) / 256, 256>>>(keys, next, out, n, bit);
    cudaFreeAsync(next, 0);
}
