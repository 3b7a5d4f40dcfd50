// rejected by: case n=1 | trap global-race (the result of atomicAdd, the old value, is stored over the sum)
// says: atomicAdd has added to out[0] already, and what it returns is the value from before. Stored to out[0], that takes the addition back. Call it, and do not assign its result.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[0] = atomicAdd(&out[0], in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
