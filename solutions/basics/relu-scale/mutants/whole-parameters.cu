// rejected by: case n=31 (the parameters of the kernel have no fraction)
// says: a, b and c lose their fractions: 0.5 becomes 0. Which type do they have as parameters of the kernel?
__global__ void relu_scale_kernel(const float *x, float *y, int a, int b,
                                  int c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        y[i] = fmaxf(0.0f, fminf(c, v));
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    relu_scale_kernel<<<blocks, threads>>>(x, y, a, b, c, n);
}
