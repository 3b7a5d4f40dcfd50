// rejected by: gate bandwidth (uses each load before the next one)
const int BLOCK = 128;
const int RESERVED = 48 * 1024;

__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int all = gridDim.x * BLOCK;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += all)
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = min((n + BLOCK - 1) / BLOCK, 528);
    saxpy_kernel<<<blocks, BLOCK, RESERVED>>>(a, x, y, n);
}
