// rejected by: case n=31 (block and thread have changed places in the index)
// says: The index is threadIdx.x * blockDim.x + blockIdx.x. The number of the block counts whole blocks: multiply blockIdx.x by blockDim.x, and add threadIdx.x.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x * blockDim.x + blockIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = 256;
    add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
}
