// rejected by: gate coalescing | gate bandwidth (a thread owns 16 neighbours)
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int i = first; i < first + 16 && i < n; i++)
        y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = (n + 15) / 16;
    relu_scale_kernel<<<(threads + 255) / 256, 256>>>(x, y, a, b, c, n);
}
