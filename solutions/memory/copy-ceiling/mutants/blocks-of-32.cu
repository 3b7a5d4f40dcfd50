// rejected by: gate bandwidth (starting blocks of one warp takes longer)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<(n + 31) / 32, 32>>>(in, out, n);
}
