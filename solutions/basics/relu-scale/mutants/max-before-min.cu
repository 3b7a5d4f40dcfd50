// rejected by: case c < 0 (first the lower limit, then the upper)
// says: The lower limit comes first, so a negative c is stored. First min with c, then max with 0.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fminf(c, fmaxf(0.0f, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
