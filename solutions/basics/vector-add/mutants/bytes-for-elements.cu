// rejected by: trap out-of-bounds | guard (the kernel gets a number of bytes as its number of elements)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    int n_bytes = n * sizeof(float);
    int threads = 256;
    int blocks = (n_bytes + threads - 1) / threads;
    add<<<blocks, threads>>>(a, b, c, n_bytes);
}
