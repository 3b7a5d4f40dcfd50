// rejected by: case n=31 (ReLU comes before scale and shift)
// says: ReLU is applied to x itself. It comes last: first a * x + b, then min with c, then max with 0.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = fmaxf(0.0f, x[i]);
        y[i] = fminf(c, a * v + b);
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    relu_scale_kernel<<<blocks, threads>>>(x, y, a, b, c, n);
}
