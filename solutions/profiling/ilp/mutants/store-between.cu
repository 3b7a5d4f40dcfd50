// rejected by: gate bandwidth (a load may not move across a store)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int first = blockIdx.x * 128 * 8 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k * 128;
        if (i < n) y[i] = a * x[i] + y[i];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 1023) / 1024, 128, 48 * 1024>>>(a, x, y, n);
}
