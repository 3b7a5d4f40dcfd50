// rejected by: case n=31 (b is added after ReLU)
// says: ReLU is applied before b is added. It comes last: first a * x + b, then min with c, then max with 0.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = fmaxf(0.0f, a * x[i]) + b;
        y[i] = fminf(c, v);
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
