// rejected by: case n=1 (the last element is not computed)
// says: The last element has the index n - 1, and no thread computes it. Look at the condition that compares i with n.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256;
    saxpy_kernel<<<(n + threads - 1) / threads, threads>>>(a, x, y, n);
}
