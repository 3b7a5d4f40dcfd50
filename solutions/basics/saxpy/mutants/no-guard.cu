// rejected by: guard | trap out-of-bounds (surplus threads write past the end)
__global__ void saxpy_kernel(float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y);
}
