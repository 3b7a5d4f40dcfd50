// rejected by: case n=1 (a is an int in the kernel, so its fraction is lost)
// says: The parameter a of the kernel is an int, and 1.7 becomes 1. Which type has a in the call?
__global__ void saxpy_kernel(int a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
