// rejected by: case n=1000 (atomicInc with the limit 1 goes back to 0 at every second byte)
// says: atomicInc(p, limit) starts again at 0 when the counter has reached limit, so these counters are 0 or 1. Which atomic operation adds 1 without a limit?
const int BINS = 256;

__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicInc(&out[in[i]], 1u);
}

void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemsetAsync(out, 0, BINS * sizeof(unsigned int)); // for n = 0 as well
    if (n == 0) return;

    int threads = 256;
    count<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
