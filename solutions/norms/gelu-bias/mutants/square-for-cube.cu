// rejected by: case rows=1 (z has the square of u, not the cube)
// says: z has the square of u where the cube belongs: z = k * (u + 0.044715 u^3).
// Bias and GELU (tanh form), forward and backward.

const float K = 0.7978845608f; // sqrt(2 / pi)
const float CUBIC = 0.044715f;

__device__ float gelu(float u) {
    float z = K * (u + CUBIC * u * u);
    return u / 2 * (1 + tanhf(z));
}

__device__ float gelu_slope(float u) {
    float z = K * (u + CUBIC * u * u);
    float t = tanhf(z);
    return (1 + t) / 2 + u / 2 * (1 - t * t) * K * (1 + 3 * CUBIC * u * u);
}

__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    float u = x[i] + bias[i % cols];
    y[i] = gelu(u);
    dx[i] = dy[i] * gelu_slope(u);
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, rows, cols);
}
