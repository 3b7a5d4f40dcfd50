// rejected by: trap out-of-bounds | guard (no bounds check)

__global__ void move(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) move<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
