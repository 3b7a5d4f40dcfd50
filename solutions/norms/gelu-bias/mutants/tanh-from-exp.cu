// rejected by: case values up to 1e4 (infinity over infinity)
// says: A tanh made from expf divides infinity by infinity for large numbers. Use tanhf, or a form with exp of a negative number.
__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int n, int cols) {
    const float k = 0.7978845608f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = x[i] + bias[i % cols];
    float e = expf(2 * k * (u + 0.044715f * u * u * u));
    float t = (e - 1) / (e + 1);
    y[i] = 0.5f * u * (1 + t);
    dx[i] = dy[i] * (0.5f * (1 + t) +
                     0.5f * u * (1 - t * t) * k * (1 + 0.134145f * u * u));
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, n, cols);
}
