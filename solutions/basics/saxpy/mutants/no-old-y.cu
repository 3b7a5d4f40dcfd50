// rejected by: case n=1 (y is a * x: the old y is not added)
// says: The old value of y is lost. The new y is a times x plus the old y.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
