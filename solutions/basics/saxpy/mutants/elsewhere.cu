// rejected by: case n=1 (the result goes to another array, and y stays as it was)
// says: y still holds its old values. Is the sum stored in another array? y = z changes only a copy of the pointer: store to y[i]. Or is a 0 in the kernel? An assignment on the CPU does not reach a variable of the device: pass a as an argument.
__global__ void saxpy_kernel(float a, const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    float *z;
    cudaMalloc(&z, n * sizeof(float));
    saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, z, n);
    y = z;
}
