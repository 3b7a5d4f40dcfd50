// rejected by: case n=31 (the middle of an odd number of elements is left out)
// says: Where n is odd, the last element is never written. Two elements for each thread are n / 2 threads, rounded down, and one element is left over: which thread computes it?
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
