// rejected by: gate traffic (x + bias is kept in dx for the second kernel)
const float K = 0.7978845608f;

__global__ void forward(const float *x, const float *bias, float *y,
                        float *kept, int n, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = x[i] + bias[i % cols];
    kept[i] = u;
    y[i] = 0.5f * u * (1 + tanhf(K * (u + 0.044715f * u * u * u)));
}

__global__ void backward(const float *dy, float *dx, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = dx[i];
    float t = tanhf(K * (u + 0.044715f * u * u * u));
    dx[i] = dy[i] * (0.5f * (1 + t) +
                     0.5f * u * (1 - t * t) * K * (1 + 0.134145f * u * u));
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    forward<<<(n + 255) / 256, 256>>>(x, bias, y, dx, n, cols);
    backward<<<(n + 255) / 256, 256>>>(dy, dx, n);
}
