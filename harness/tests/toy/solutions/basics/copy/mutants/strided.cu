// rejected by: gate sectors_per_request (neighbours are 8 elements apart)

__global__ void move(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int tile = i / 256 * 256, j = tile + i % 32 * 8 + i % 256 / 32;
    if (j < n) out[j] = in[j];
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) move<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
