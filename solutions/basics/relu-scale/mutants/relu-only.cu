// rejected by: case n=1023 (forgets the upper limit)
// says: The upper limit c is missing. No result may be larger than c.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(0.0f, a * x[i] + b);
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
