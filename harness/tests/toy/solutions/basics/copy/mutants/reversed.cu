// rejected by: case n=1023 (copies back to front)

__global__ void move(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[n - 1 - i];
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) move<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
