// rejected by: gate speedup (one block: the other multiprocessors have nothing to do)
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    for (int i = threadIdx.x; i < n; i += 256)
        atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    count<<<1, 256>>>(in, out, n);
}
