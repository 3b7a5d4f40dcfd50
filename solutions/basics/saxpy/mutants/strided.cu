// rejected by: gate coalescing | gate bandwidth (a thread owns 32 neighbours)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32; k++) {
        int i = 32 * t + k;
        if (i < n) y[i] = a * x[i] + y[i];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int threads = (n + 31) / 32;
    saxpy_kernel<<<(threads + 255) / 256, 256>>>(a, x, y, n);
}
