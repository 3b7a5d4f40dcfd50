// rejected by: case rows=33 (whole blocks only: the rest is never written)
// says: Only whole blocks of elements are done. The rest at the end is never written.
__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int n, int cols) {
    const float k = 0.7978845608f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = x[i] + bias[i % cols];
    float t = tanhf(k * (u + 0.044715f * u * u * u));
    y[i] = 0.5f * u * (1 + t);
    dx[i] = dy[i] * (0.5f * (1 + t) +
                     0.5f * u * (1 - t * t) * k * (1 + 0.134145f * u * u));
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<max(1, n / 256), 256>>>(x, bias, dy, y, dx, n, cols);
}
