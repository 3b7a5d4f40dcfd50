// rejected by: case n=1024 (the index counts 1024 threads per block, the launch starts 256)
// says: The index takes a block to have 1024 threads, and the launch gives it 256: after each block a gap is left. Multiply blockIdx.x by blockDim.x, which is always the number of the launch.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x + blockIdx.x * 1024;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n);
}
