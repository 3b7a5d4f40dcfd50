// rejected by: case n=1025 | case n=1 (the partial block is never launched)
// says: The number of blocks is rounded down. The elements after the last whole block are not added: round it up.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    int threads = n < 256 ? n : 256;
    if (n == 0) return;
    add<<<n / threads, threads>>>(a, b, c, n);
}
