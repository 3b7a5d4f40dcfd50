// rejected by: case (two comparisons in a chain)
// says: Values beyond the limits are stored as they are. If there is a chain such as 0 < v < c: in C it compares 0 < v, which is 0 or 1, with c. Two comparisons need && between them.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        if (0 < v < c) y[i] = v;
        else y[i] = v <= 0 ? 0 : c;
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    relu_scale_kernel<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
