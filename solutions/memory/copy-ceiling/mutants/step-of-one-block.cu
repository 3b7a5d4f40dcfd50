// rejected by: gate traffic | gate bandwidth (every block copies the whole array)
__global__ void copy_kernel(const float *in, float *out, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    copy_kernel<<<4, 256>>>(in, out, n);
}
