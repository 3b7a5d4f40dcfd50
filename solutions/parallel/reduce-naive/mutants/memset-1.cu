// rejected by: case n=1 | trap uninitialised-global (sets one byte to 0, and an int has four)
// says: Only the first byte of out[0] is 0, the others keep garbage. The size of a memset is in bytes: sizeof(int).
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemset(out, 0, 1);
    if (n == 0)
        return;
    sum_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
