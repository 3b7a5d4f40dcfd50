// rejected by: case n=1000 (a loop that goes on by one block, so elements are added by several blocks)
// says: The loop goes on by blockDim.x, so what one block adds is added again by the blocks before it. One thread for each element needs no loop; a loop goes on by gridDim.x * blockDim.x.
__global__ void sum_kernel(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(out, in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
