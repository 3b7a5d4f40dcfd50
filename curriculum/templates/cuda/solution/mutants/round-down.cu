// rejected by: case n=1025 | case n=31 (the partial block is never launched)
__global__ void @name@_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

void @name@(const float *in, float *out, int n) {
    if (n < 256) return;
    @name@_kernel<<<n / 256, 256>>>(in, out, n);
}
