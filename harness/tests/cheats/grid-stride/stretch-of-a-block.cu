// rejected by: gate blocks (each block has a stretch, and the owner is worked out)
__global__ void square(const float *in, float *out, int *owner, int n, int each) {
    int end = min(n, (int)(blockIdx.x + 1) * each);
    for (int i = blockIdx.x * each + threadIdx.x; i < end; i += blockDim.x) {
        out[i] = in[i] * in[i];
        owner[i] = i % (int)(gridDim.x * blockDim.x);
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks, int threads) {
    int each = (n / blocks + 32) / 32 * 32;
    square<<<blocks, threads>>>(in, out, owner, n, n % blocks ? each : (n / blocks + 31) / 32 * 32);
}
