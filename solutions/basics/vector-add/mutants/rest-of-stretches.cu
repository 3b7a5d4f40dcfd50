// rejected by: case n=1025 | case n=1 (n / threads elements for each thread, and the rest for nobody)
// says: The division of n by the number of threads rounds down, so the last elements belong to no thread. Round up, and test the index.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int each = n / blockDim.x, first = threadIdx.x * each;
    for (int i = first; i < first + each; i++)
        c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    add<<<1, 256>>>(a, b, c, n);
}
