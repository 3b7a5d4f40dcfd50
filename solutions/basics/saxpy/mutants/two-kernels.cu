// rejected by: case n=1 (the first kernel stores a * x into y, so the old y is lost)
// says: This is a * x + x, and the old y is lost. If a first kernel stores a * x into y, nothing is left of the old y when a second one adds. One kernel reads y, adds a * x and stores the sum.
__global__ void scale(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i];
}
__global__ void addk(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    scale<<<(n + 255) / 256, 256>>>(a, x, y, n);
    addk<<<(n + 255) / 256, 256>>>(x, y, n);
}
