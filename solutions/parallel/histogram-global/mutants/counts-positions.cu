// rejected by: case (the position of a byte chooses the counter, not its value)
// says: The counter is chosen by the number of the thread. The value of the byte must choose it: out[v] counts the bytes that equal v.
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[i % BINS], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
