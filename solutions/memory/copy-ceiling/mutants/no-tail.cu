// rejected by: case n=1 (the last n % 4 elements are never copied)
// says: Only whole float4 are copied. The last n % 4 elements must be copied one by one.
__global__ void copy_kernel(const float4 *in, float4 *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4;
         i += gridDim.x * blockDim.x)
        out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<132, 256>>>((float4 *)in, (float4 *)out, n);
}
