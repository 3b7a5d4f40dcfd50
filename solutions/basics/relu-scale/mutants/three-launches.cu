// rejected by: gate launches (each operation reads and writes all of y)
__global__ void scale(const float *x, float *y, float a, float b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + b;
}

__global__ void clamp(float *y, float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fminf(c, y[i]);
}

__global__ void relu(float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(0.0f, y[i]);
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    scale<<<blocks, 256>>>(x, y, a, b, n);
    clamp<<<blocks, 256>>>(y, c, n);
    relu<<<blocks, 256>>>(y, n);
}
