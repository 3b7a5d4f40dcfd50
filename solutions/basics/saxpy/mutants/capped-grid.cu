// rejected by: case n=300007 (the grid has a largest size, and each thread takes one element)
// says: Short arrays are right, and in a long one the last elements keep their old y. The grid has a largest number of blocks, and each thread takes one element. Let it go on to its next element, gridDim.x * blockDim.x further, while that is below n.
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    if (blocks > 1024) blocks = 1024;
    saxpy_kernel<<<blocks, 256>>>(a, x, y, n);
}
