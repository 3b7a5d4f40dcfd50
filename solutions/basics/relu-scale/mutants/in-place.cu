// rejected by: input-changed (scales x where it lies)
__global__ void relu_scale_kernel(float *x, float *y, float a, float b, float c,
                                  int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = a * x[i] + b;
    y[i] = fmaxf(0.0f, fminf(c, x[i]));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>((float *)x, y, a, b, c, n);
}
