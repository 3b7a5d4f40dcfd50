// rejected by: case n=255 | pattern differs (the old count is read before the atomic exchange, so additions are lost)
// says: The exchange is atomic, but the old count was read before it, in a step of its own. Between the two another thread adds, and that is lost. Read, add and write have to be one atomic operation: atomicAdd(&out[v], 1u).
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicExch(&out[in[i]], out[in[i]] + 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
