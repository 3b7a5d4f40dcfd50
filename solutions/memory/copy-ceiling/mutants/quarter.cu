// rejected by: case n=1024 (threads for float4, each copies one float)
// says: There are threads for n / 4 vectors, and each copies a single float. Each has to copy a whole float4.
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<((n + 3) / 4 + 255) / 256, 256>>>(in, out, n);
}
