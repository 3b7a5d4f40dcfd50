// rejected by: case n=1 (the last byte is not counted)
// says: The last byte has the index n - 1, and it is not counted. Look at the condition that compares i with n.
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
