// Vector addition: c[i] = a[i] + b[i].

// Runs on the GPU, once per thread.
__global__ void add(const float *a, const float *b, float *c, int n) {
    // TODO: which element is mine? Is there one? Then add.
    (void)a, (void)b, (void)c, (void)n;
}

// Runs on the CPU and launches the kernel. a, b and c are device memory.
void vector_add(const float *a, const float *b, float *c, int n) {
    int threads = 256;
    int blocks = 1; // TODO: enough blocks for n elements (and what if n is 0?)
    add<<<blocks, threads>>>(a, b, c, n);
}
