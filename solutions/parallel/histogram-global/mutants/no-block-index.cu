// rejected by: case n=1000 (every block counts the bytes of the first block)
// says: i is the same in every block, so each block counts the first 256 bytes again. How does a thread get an i that no other thread of the grid has?
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
