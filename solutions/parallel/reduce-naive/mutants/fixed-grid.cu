// rejected by: case n=50021 (128 blocks for any n)
// says: The grid has 128 blocks for any n, so elements from 32768 on have no thread. Compute the number of blocks from n, rounded up.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    sum_kernel<<<128, 256>>>(in, out, n);
}
