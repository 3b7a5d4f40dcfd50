// rejected by: case n=1024 (the rest of a full block is 0)
// says: In the last block the threads from n % blockDim.x on return. Where n is a multiple of the block, that is 0, and the whole block returns: test i < n instead.
static __global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x >= n % blockDim.x) return;
    c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
