// rejected by: case n=0 (the counts of nothing stay unwritten)
// says: For n = 0 nothing is stored, and the counters keep their garbage. All 256 must be 0 then: who stores them when no kernel runs?
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    if (n == 0) return;
    cudaMemsetAsync(out, 0, 256 * sizeof(unsigned int));
    count<<<(n + 255) / 256, 256>>>(in, out, n);
}
