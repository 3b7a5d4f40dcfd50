// rejected by: case n=1 (the last element is left out)
// says: The last element has the index n - 1, and no thread computes it. Look at the condition that compares i with n.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;

    int threads = 256;
    relu_scale_kernel<<<(n + threads - 1) / threads, threads>>>(x, y, a, b, c, n);
}
