// rejected by: gate bandwidth (one block, which loops over all elements)
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n > 0) saxpy_kernel<<<1, 1024>>>(a, x, y, n);
}
