// rejected by: input-changed (uses x as scratch space)
__global__ void scale(float a, float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

__global__ void add(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    scale<<<blocks, 256>>>(a, (float *)x, n);
    add<<<blocks, 256>>>(x, y, n);
}
