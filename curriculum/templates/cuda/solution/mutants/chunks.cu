// rejected by: gate coalescing (a thread takes 16 neighbours)
__global__ void @name@_kernel(const float *in, float *out, int n) {
    int first = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int i = first; i < first + 16 && i < n; i++)
        out[i] = 2 * in[i];
}

void @name@(const float *in, float *out, int n) {
    if (n == 0) return;
    int threads = n / 16 + 1;
    @name@_kernel<<<(threads + 255) / 256, 256>>>(in, out, n);
}
