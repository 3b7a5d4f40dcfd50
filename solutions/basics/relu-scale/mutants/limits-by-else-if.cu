// rejected by: case (a value between the limits is not stored)
// says: Values between the two limits are never stored: no branch is for them. Compute the value in a local variable, limit it there in two steps, and store it for every i < n.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        if (v > c) y[i] = c;
        else if (v < 0) y[i] = 0;
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    relu_scale_kernel<<<blocks, threads>>>(x, y, a, b, c, n);
}
