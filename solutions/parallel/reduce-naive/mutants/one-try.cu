// rejected by: case n=31 | pattern differs (atomicCAS is tried once, and its failure is not noticed)
// says: atomicCAS stores only if out[0] is still what was read before, and only one of the threads that try together succeeds. It needs a loop that tries again until it does; atomicAdd does that for you.
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int old = out[0];
        atomicCAS(out, old, old + in[i]);
    }
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0)
        return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
