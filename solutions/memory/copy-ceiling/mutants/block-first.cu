// rejected by: gate coalescing | gate bandwidth (neighbours in other blocks)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = threadIdx.x * gridDim.x + blockIdx.x;
    if (i < n) out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
