// rejected by: case n=1025 (never more than 1024 threads)
__global__ void @name@_kernel(const float *in, float *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}

void @name@(const float *in, float *out, int n) {
    if (n == 0) return;
    @name@_kernel<<<1, 1024>>>(in, out, n);
}
