// rejected by: guard | trap out-of-bounds (the last float4 is not whole)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) ((float4 *)out)[i] = ((const float4 *)in)[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    int quads = (n + 3) / 4;
    copy_kernel<<<(quads + 255) / 256, 256>>>(in, out, n);
}
