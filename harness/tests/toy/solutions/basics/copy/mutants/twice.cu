// rejected by: gate launches (launches once for each half)

__global__ void move(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    int half = n / 2, rest = n - half;
    if (half) move<<<(half + threads - 1) / threads, threads>>>(in, out, half);
    if (rest)
        move<<<(rest + threads - 1) / threads, threads>>>(in + half, out + half,
                                                          rest);
}
