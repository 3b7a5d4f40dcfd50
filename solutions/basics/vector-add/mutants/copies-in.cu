// rejected by: trap copy-direction | crash | gate bandwidth (takes device memory for host memory, and copies)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    size_t size = n * sizeof(float);
    float *x, *y, *z;
    cudaMalloc(&x, size);
    cudaMalloc(&y, size);
    cudaMalloc(&z, size);
    cudaMemcpy(x, a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(y, b, size, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(x, y, z, n);
    cudaMemcpy(c, z, size, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}
