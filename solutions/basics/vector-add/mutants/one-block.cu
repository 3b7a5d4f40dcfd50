// rejected by: case n=1025 (never more than 1024 threads)
// says: Only the first 1024 elements are added. A block has no more threads than that, so a longer array needs more blocks.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    add<<<1, 1024>>>(a, b, c, n);
}
