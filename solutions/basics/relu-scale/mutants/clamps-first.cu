// rejected by: case n=1 (limits x, and scales what is left)
// says: x is limited first, and scaled then. Scale and shift come first, then the two limits.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * fmaxf(0.0f, fminf(c, x[i])) + b;
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
