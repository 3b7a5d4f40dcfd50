// rejected by: case n=31 (a loop that goes on by the number of blocks, so elements are added many times)
// says: The loop goes on by gridDim.x, the number of blocks, so elements are added by many threads. One thread for each element needs no loop; a loop goes on by gridDim.x * blockDim.x.
__global__ void sum_kernel(const int *in, int *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x)
        atomicAdd(out, in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
