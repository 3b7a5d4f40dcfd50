// rejected by: trap uninitialised-global | case n=1 (out[0] is set to 0 after the kernel instead of before it)
// says: The kernel adds, and then the memset erases the sum. Work in a stream is done in the order of the calls: which of the two must come first?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {

    int threads = 256;
    sum_kernel<<<(n + threads) / threads, threads>>>(in, out, n);
    cudaMemsetAsync(out, 0, sizeof(int));
}
