// rejected by: unwritten (skips the tail, n % 256 elements)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n >= 256) add<<<n / 256, 256>>>(a, b, c, n);
}
