// rejected by: case n=2049 | trap global-race (blocks 512 apart cover 1024)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int first = blockIdx.x * 128 * 4 + threadIdx.x;
    float v[8], w[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k * 128;
        if (i < n) v[k] = x[i], w[k] = y[i];
    }
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int i = first + k * 128;
        if (i < n) y[i] = a * v[k] + w[k];
    }
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    saxpy_kernel<<<(n + 511) / 512, 128, 48 * 1024>>>(a, x, y, n);
}
