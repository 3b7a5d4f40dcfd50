// SAXPY: one element per thread.

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n <= 0) return;
    const int threads = 512;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
