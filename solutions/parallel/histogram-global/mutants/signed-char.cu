// rejected by: trap out-of-bounds | guard | case (values above 127 become negative)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[(signed char)in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
