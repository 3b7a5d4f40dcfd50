// rejected by: case (values above c become 0 instead of c)
// says: A value above c is set to 0. min(c, v) is c where v is larger.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        y[i] = v > 0.0f && v < c ? v : 0.0f;
    };
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;

    int threads = 256;
    relu_scale_kernel<<<(n + threads - 1) / threads, threads>>>(x, y, a, b, c, n);
}
