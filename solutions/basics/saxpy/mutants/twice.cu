// rejected by: case n=1 (two kernels, both add: the update is not idempotent)
// says: The update is done twice, so a * x is added twice. y is read and written: each element must be updated once.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    saxpy_kernel<<<blocks, 256>>>(a, x, y, n); // "to warm up"
    saxpy_kernel<<<blocks, 256>>>(a, x, y, n);
}
