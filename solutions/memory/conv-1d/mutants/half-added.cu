// rejected by: case n=1 k=31 (half the filter's length is added, not subtracted)
// says: The filter lies to the right of the output: k / 2 is added. Tap j belongs to the input i + j - k / 2.
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int j = 0; j < k; j++) {
        int at = i + j + k / 2;
        if (at < n)
            sum += taps[j] * in[at];
    }
    out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0)
        return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
