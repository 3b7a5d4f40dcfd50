// rejected by: case n=31 | trap global-race (the new value is stored once more, over what others have added by then)
// says: atomicAdd has added to out[0] already. To store the new value once more is a plain store, which wipes out what other threads have added by then. Call atomicAdd, and do not assign its result.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[0] = atomicAdd(&out[0], in[i]) + in[i];
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
