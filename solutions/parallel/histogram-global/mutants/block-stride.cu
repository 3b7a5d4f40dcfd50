// rejected by: case n=1000 (each block counts all bytes again from its own start on)
// says: In the loop a thread goes on by blockDim.x, so several blocks count the same bytes. A loop that shares the work goes on by the threads of the whole grid.
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x) atomicAdd(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
