// SAXPY: y = a*x + y, in place. A fixed number of blocks walks over the arrays.

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int step = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n <= 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    if (blocks > 132 * 8) blocks = 132 * 8;
    saxpy_kernel<<<blocks, threads>>>(a, x, y, n);
}
