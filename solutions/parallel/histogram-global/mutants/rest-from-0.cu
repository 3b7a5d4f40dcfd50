// rejected by: case n=255 (the rest is counted from the first byte on)
// says: The last n % 4 bytes are not counted, and as many at the beginning are counted twice. Words of four bytes cover the bytes up to n / 4 * 4, and the rest begins there, not at 0.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned *w = (const unsigned *)in;
    if (i < n / 4) {
        unsigned v = w[i];
        for (int k = 0; k < 4; k++) { atomicAdd(&out[v & 255], 1); v >>= 8; }
    }
    if (i < n % 4) atomicAdd(&out[in[i]], 1);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
