// passes (chooses its launch by asking the device; knows when it is large)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    static int block, least;
    if (n == 0) return;
    if (block == 0) cudaOccupancyMaxPotentialBlockSize(&least, &block, add);
    int threads = n < 1000 ? 128 : block;
    add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
}
