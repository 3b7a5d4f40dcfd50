// rejected by: case n=1000 (adds the value instead of 1)
// says: The counter grows by the value of the byte. Each byte adds 1, whatever its value is.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], (unsigned int)in[i]);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
