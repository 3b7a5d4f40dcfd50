// rejected by: case n=50021 (64 blocks for any n, and each thread counts one byte)
// says: The grid has 64 blocks for any n and each thread counts one byte, so bytes from 16384 on are not counted. Compute the number of blocks from n, rounded up, or let each thread go on by gridDim.x * blockDim.x.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&out[in[i]], 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    count<<<64, 256>>>(in, out, n);
}
