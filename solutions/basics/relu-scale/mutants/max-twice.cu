// rejected by: case (c is a lower limit, too)
// says: No result is below c, so c is a lower limit here. It is the upper one: take the smaller of v and c, then the larger of that and 0.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        y[i] = fmaxf(c, fmaxf(0.0f, v));
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
