// rejected by: case first=0 n=1 (begins at a multiple of 4 before the slice, and leaves out the rest)
// says: There are n / 4 float4, and the first begins at first / 4 rounded down. So elements before the slice are doubled, and the last ones of the slice are not. A head and a tail of single elements are missing.
__global__ void double_kernel(float *x, int first, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = ((float4 *)x)[first / 4 + i];
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        ((float4 *)x)[first / 4 + i] = v;
    }
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    double_kernel<<<n / 1024 + 1, 256>>>(x, first, n);
}
