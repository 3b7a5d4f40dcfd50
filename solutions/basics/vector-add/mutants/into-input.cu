// rejected by: input-changed | case n=1 (accumulates into a, then copies)
__global__ void add(float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    add<<<(n + 255) / 256, 256>>>((float *)a, b, n);
    cudaMemcpyAsync(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice);
}
