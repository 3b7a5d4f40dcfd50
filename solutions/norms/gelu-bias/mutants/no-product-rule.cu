// rejected by: case rows=7 (u counts as a constant)
// says: The slope has only its first term. u / 2 is a factor that depends on u, so the product rule adds a second one.
__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int n, int cols) {
    const float k = 0.7978845608f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = x[i] + bias[i % cols];
    float t = tanhf(k * (u + 0.044715f * u * u * u));
    y[i] = 0.5f * u * (1 + t);
    dx[i] = dy[i] * 0.5f * u * (1 - t * t) * k * (1 + 0.134145f * u * u);
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, n, cols);
}
