// rejected by: trap global-race | case (each thread updates all elements)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; j++) y[j] = a * x[j] + y[j];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    saxpy_kernel<<<blocks, threads>>>(a, x, y, n);
}
