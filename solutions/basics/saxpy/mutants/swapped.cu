// rejected by: case n=1 (scales y instead of x)
// says: This is a * y + x. The factor a belongs to x.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + a * y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
