// rejected by: case (min and max are exchanged)
// says: min and max are exchanged, so values are at least c or at most 0. min(c, v) is the upper limit, max(0, v) the lower one.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fminf(0.0f, fmaxf(c, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;

    int threads = 256;
    relu_scale_kernel<<<(n + threads - 1) / threads, threads>>>(x, y, a, b, c, n);
}
