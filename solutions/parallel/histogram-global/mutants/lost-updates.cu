// rejected by: trap global-race | pattern differs | case (a plain ++ loses additions)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[in[i]]++;
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
