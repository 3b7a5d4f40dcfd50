// rejected by: trap out-of-bounds | guard (no bounds check)

__global__ void twice(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

void pass(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) twice<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
