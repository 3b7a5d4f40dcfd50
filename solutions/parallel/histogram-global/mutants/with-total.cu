// rejected by: gate global_atomics | gate atomic_serial (a total at the same time: all queue up at it)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned int *total;
    if (threadIdx.x == 0) total = out + 255;
    __syncthreads();
    if (i < n) {
        atomicAdd(&out[in[i]], 1u);
        atomicAdd(total, 1u);
        atomicSub(total, 1u);
    }
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
