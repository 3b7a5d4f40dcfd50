// rejected by: case n=1 (reads words of four bytes and leaves out the last n % 4)
// says: Bytes are taken four at a time, and the last n % 4 of them are not counted. Let a thread count each of those one by one.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int *w = (const unsigned int *)in;
    if (i < n / 4) {
        unsigned int v = w[i];
        atomicAdd(&out[v & 255], 1u);
        atomicAdd(&out[(v >> 8) & 255], 1u);
        atomicAdd(&out[(v >> 16) & 255], 1u);
        atomicAdd(&out[v >> 24], 1u);
    }
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0)
        return;
    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
