// rejected by: case n=5 k=3 (the inputs are mirrored at the ends)
// says: Outside of in, the elements are mirrored at the ends. Inputs outside of 0 .. n-1 count as zero.
const int B = 256;
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[B + 32], w[32];
    int t = threadIdx.x, i = blockIdx.x * B + t, half = k / 2;

    if (t < k)
        w[t] = taps[t];
    for (int s = t; s < B + k - 1; s += B) {
        int at = blockIdx.x * B + s - half;
        if (at < 0)
            at = -at;
        if (at >= n)
            at = 2 * (n - 1) - at;
        tile[s] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[j] * tile[t + j];
    if (i < n)
        out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0)
        return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
