// rejected by: case n=1 (the old y is added twice)
// says: y[i] += v adds v to the old y, and v contains the old y already. Use either += or + y[i].
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
