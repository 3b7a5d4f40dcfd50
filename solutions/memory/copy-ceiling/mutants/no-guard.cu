// rejected by: guard | trap out-of-bounds (surplus threads write past the end)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
