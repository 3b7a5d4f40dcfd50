// rejected by: unwritten | trap bad-launch (asks for the launch error first, so that it is gone)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n > 0) add<<<(n + 4095) / 4096, 4096>>>(a, b, c, n);
    cudaGetLastError();
}
