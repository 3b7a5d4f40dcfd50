// rejected by: case n=1024 | trap global-race (the index counts 32 threads per block, the launch starts 256)
// says: The index takes a block to have 32 threads, and the launch gives it 256: the blocks overlap, and the last elements have no thread. Multiply blockIdx.x by blockDim.x.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x + blockIdx.x * 32;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n);
}
