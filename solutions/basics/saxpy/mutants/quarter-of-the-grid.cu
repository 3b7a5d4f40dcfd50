// rejected by: case n=2048 (n / 4 threads compute one element each)
// says: There are n / 4 threads, and each computes one element, so three quarters of y keep their old value. Do your threads compute four elements each?
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 256, quads = (n + 3) / 4;
    saxpy_kernel<<<(quads + threads - 1) / threads, threads>>>(a, x, y, n);
}
