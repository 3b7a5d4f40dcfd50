// rejected by: case n=1 (whole blocks of 1024 elements only)
// says: Only whole blocks of 1024 elements are computed. The elements after the last whole block keep their old y: they need threads, too.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int first = blockIdx.x * 128 * 8 + threadIdx.x;
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
    if (n < 1024) return;
    saxpy_kernel<<<n / 1024, 128, 48 * 1024>>>(a, x, y, n);
}
