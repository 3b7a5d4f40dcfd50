// rejected by: case n=1 (whole blocks only: the rest is never written)
// says: What is left over after the last whole block or float4 is never written. Those elements need threads too.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n < 256) return;
    relu_scale_kernel<<<n / 256, 256>>>(x, y, a, b, c, n);
}
