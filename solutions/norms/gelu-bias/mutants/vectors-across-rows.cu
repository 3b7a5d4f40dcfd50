// rejected by: case rows=7 (four elements at a time take four neighbours of bias, across the end of a row)
// says: The bias is taken as float4. Where cols is no multiple of 4, a vector goes on into the next row, and its column begins at 0 again. Take the bias of each element by itself there.
// Bias and GELU (tanh form), forward and backward.

const float K = 0.7978845608f; // sqrt(2 / pi)
const float CUBIC = 0.044715f;

__device__ float gelu(float u) {
    float z = K * (u + CUBIC * u * u * u);
    return u / 2 * (1 + tanhf(z));
}

__device__ float gelu_slope(float u) {
    float z = K * (u + CUBIC * u * u * u);
    float t = tanhf(z);
    return (1 + t) / 2 + u / 2 * (1 - t * t) * K * (1 + 3 * CUBIC * u * u);
}

__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = rows * cols;
    if (i < n / 4) {
        float4 a = ((const float4 *)x)[i], d = ((const float4 *)dy)[i];
        float4 b = ((const float4 *)bias)[i % (cols / 4)];
        a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w;
        ((float4 *)y)[i] = make_float4(gelu(a.x), gelu(a.y), gelu(a.z), gelu(a.w));
        ((float4 *)dx)[i] = make_float4(d.x * gelu_slope(a.x), d.y * gelu_slope(a.y),
                                        d.z * gelu_slope(a.z), d.w * gelu_slope(a.w));
    }
    if (i < n % 4) {
        int j = n / 4 * 4 + i;
        float u = x[j] + bias[j % cols];
        y[j] = gelu(u);
        dx[j] = dy[j] * gelu_slope(u);
    }
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    gelu_kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, rows, cols);
}
