// rejected by: case n=31 (the middle of an odd number of elements is left out)
// says: Each thread adds elements i and i + n / 2. n / 2 rounds down, so where n is odd the last element has no thread. One element per thread needs no halves.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i + n / 2;
    if (i < n / 2) {
        c[i] = a[i] + b[i];
        c[j] = a[j] + b[j];
    }
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n);
}
