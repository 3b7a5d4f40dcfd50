// rejected by: case (a value that is not positive is not stored)
// says: Only positive values are stored. ReLU turns all others into 0, and this 0 must be stored, too.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = fminf(c, a * x[i] + b);
        if (v > 0) y[i] = v;
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    relu_scale_kernel<<<blocks, threads>>>(x, y, a, b, c, n);
}
