// rejected by: gate coalescing (the elements of a thread are neighbours)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int first = 8 * (blockIdx.x * 128 + threadIdx.x);
    float v[8], w[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k;
        if (i < n) v[k] = x[i], w[k] = y[i];
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k;
        if (i < n) y[i] = a * v[k] + w[k];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 1023) / 1024, 128, 48 * 1024>>>(a, x, y, n);
}
