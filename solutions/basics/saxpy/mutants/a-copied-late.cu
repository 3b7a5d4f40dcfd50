// rejected by: case n=1 (a is copied to the device after the launch)
// says: The first call leaves y as it was, as if a were 0, and each later call uses the a of the call before: a reaches the device after the kernel has used it. Copy before the launch, or pass a as an argument of the kernel.
__constant__ float d_a;
__global__ void saxpy_kernel(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = d_a * x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 255) / 256, 256>>>(x, y, n);
    cudaMemcpyToSymbol(d_a, &a, sizeof(float));
}
