// rejected by: case (the lower limit 0 is missing)
// says: Values below 0 are stored. ReLU turns every negative value into 0.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fminf(c, a * x[i] + b);
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;

    int threads = 256;
    relu_scale_kernel<<<(n + threads - 1) / threads, threads>>>(x, y, a, b, c, n);
}
