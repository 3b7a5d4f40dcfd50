// rejected by: case n=1 k=31 (where taps are left out at the ends, the sum is scaled up for them)
// says: At the ends the sum is divided by the weight of the taps that have an input. Inputs outside of in count as zero, and the sum stays as it is.
const int B = 256;
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[B + 32], w[32];
    int t = threadIdx.x, i = blockIdx.x * B + t, half = k / 2;

    if (t < k)
        w[t] = taps[t];
    for (int s = t; s < B + k - 1; s += B) {
        int at = blockIdx.x * B + s - half;
        tile[s] = at >= 0 && at < n ? in[at] : 0.0f;
    }

    __syncthreads();
    float sum = 0.0f, weight = 0.0f, all = 0.0f;
    for (int j = 0; j < k; j++) {
        int at = i + j - half;
        sum += w[j] * tile[t + j];
        all += w[j];
        if (at >= 0 && at < n)
            weight += w[j];
    }
    if (i < n)
        out[i] = sum * all / weight;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0)
        return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
