// rejected by: gate occupancy (48 KB for 1024 threads instead of 128)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int first = blockIdx.x * 1024 * 8 + threadIdx.x;
    float v[8], w[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k * 1024;
        if (i < n) v[k] = x[i], w[k] = y[i];
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k * 1024;
        if (i < n) y[i] = a * v[k] + w[k];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 8191) / 8192, 1024, 48 * 1024>>>(a, x, y, n);
}
