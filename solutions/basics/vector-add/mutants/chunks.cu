// rejected by: gate coalescing | gate bandwidth (a thread takes 16 neighbours)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int i = first; i < first + 16 && i < n; i++)
        c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int threads = n / 16 + 1;
    add<<<(threads + 255) / 256, 256>>>(a, b, c, n);
}
