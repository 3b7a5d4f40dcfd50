// rejected by: trap global-race | case n=2048 (the index counts blocks of 128, the launch has 256)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0)
        return;
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
