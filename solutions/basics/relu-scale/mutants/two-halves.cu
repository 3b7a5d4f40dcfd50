// rejected by: case n=1 (n / 2 rounds down, so one element is left over where n is odd)
// says: Where n is odd, the last element is never written. Two elements for each thread are n / 2 threads, rounded down, and one element is left over: which thread computes it?
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b, float c, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
    y[i + half] = fmaxf(0.0f, fminf(c, a * x[i + half] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n > 0) relu_scale_kernel<<<(n / 2 + 256) / 256, 256>>>(x, y, a, b, c, n / 2);
}
