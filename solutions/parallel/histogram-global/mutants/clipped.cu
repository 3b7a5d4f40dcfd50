// rejected by: case all bytes 255 (255 is left out)
// says: Bytes with the value 255 are not counted. There are 256 values, 0 to 255, and 255 is one of them.
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] < 255) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
