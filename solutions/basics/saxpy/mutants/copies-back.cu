// rejected by: gate bandwidth | gate fraction_of_cublas (a temporary array, copied back)
__global__ void saxpy_kernel(float a, const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    float *z;
    cudaMalloc(&z, n * sizeof(float));
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, z, n);
    cudaMemcpy(y, z, n * sizeof(float), cudaMemcpyDeviceToDevice);
    cudaFree(z);
}
