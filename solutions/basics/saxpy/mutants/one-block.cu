// rejected by: case n=2048 (one block cannot have more than 1024 threads)
// says: Only one block is launched, so the elements from 1024 on keep their old value. How many blocks do n elements need?
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;

    int threads = 1024;
    saxpy_kernel<<<1, threads>>>(a, x, y, n);
}
