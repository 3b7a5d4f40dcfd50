// rejected by: guard | trap out-of-bounds (surplus threads write past the end)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
