// out[i] = sum of taps[j] * in[i + j - k / 2], zero outside of in.

__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    // TODO: right, but each input is asked for k times and each tap by every
    // warp. Load a tile with its halo, and the taps, into shared memory.
    float sum = 0.0f;
    for (int j = 0; j < k; j++) {
        int at = i + j - k / 2;
        if (at >= 0 && at < n) sum += taps[j] * in[at];
    }
    out[i] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
