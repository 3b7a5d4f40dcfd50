// rejected by: case n=5 k=3 (a convolution: the filter turned round)
// says: The filter is turned round. Tap 0 belongs to the leftmost input, i - k / 2, and the last tap to the rightmost one.
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[256 + 30], w[31];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, half = k / 2;
    if (t < k) w[t] = taps[t];
    for (int s = t; s < 256 + k - 1; s += 256) {
        int at = blockIdx.x * 256 + s - half;
        tile[s] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[k - 1 - j] * tile[t + j];
    out[i] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
