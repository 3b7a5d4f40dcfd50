// rejected by: gate bandwidth (one block, which loops over all elements)
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b, float c, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n > 0) relu_scale_kernel<<<1, 1024>>>(x, y, a, b, c, n);
}
