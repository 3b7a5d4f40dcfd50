// rejected by: case n=257 k=9 (takes zero for inputs of the next block)
// says: Inputs of the neighbouring blocks count as zero. The tile needs a halo of k / 2 elements on both sides, and only outside of in these are zero.
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[256 + 30], w[31];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, half = k / 2;
    if (t < k) w[t] = taps[t];
    for (int s = t; s < 256 + k - 1; s += 256) {
        int at = blockIdx.x * 256 + s - half;
        tile[s] = s >= half && s < 256 + half && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[j] * tile[t + j];
    out[i] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
