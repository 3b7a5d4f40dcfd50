// rejected by: case n=1000 (the block index is multiplied by the number of blocks, not by the size of a block)
// says: A block of 256 threads moves on by 256 elements. gridDim.x is the number of blocks: which variable is the number of threads in a block?
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * gridDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}

void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
