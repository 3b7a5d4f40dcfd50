// rejected by: case n=31 (only values beyond a limit are stored)
// says: Values between the two limits are never stored. Compute the value in a local variable, limit it there, and store it for every i < n.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = a * x[i] + b;
    if (v > c) y[i] = c;
    if (v < 0) y[i] = 0;
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
