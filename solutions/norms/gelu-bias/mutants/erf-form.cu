// rejected by: case values up to 10 (the exact form, not the tanh form)
// says: These are the results of the exact GELU, with erf. The exercise wants the form with tanh.
__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int n, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = x[i] + bias[i % cols];
    float p = 0.5f * (1 + erff(u * 0.70710678f));
    y[i] = u * p;
    dx[i] = dy[i] * (p + u * 0.39894228f * expf(-0.5f * u * u));
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, n, cols);
}
