// rejected by: case n=1 (n / 2 rounds down, so one element is left over where n is odd)
// says: Where n is odd, the last element keeps its old value. Two elements for each thread are n / 2 threads, rounded down, and one element is left over: which thread computes it?
__global__ void saxpy_kernel(float a, const float *x, float *y, int half) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= half) return;
    y[2 * i] += a * x[2 * i];
    y[2 * i + 1] += a * x[2 * i + 1];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n > 0) saxpy_kernel<<<(n / 2 + 256) / 256, 256>>>(a, x, y, n / 2);
}
