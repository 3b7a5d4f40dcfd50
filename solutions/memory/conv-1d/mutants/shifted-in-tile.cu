// rejected by: case n=1 k=31 (k / 2 is subtracted for the load of the tile and again for the read of it)
// says: The shift by k / 2 is done twice, in the load of the tile and in the sum. The tile begins k / 2 elements before the block's first output already, so output t reads tile[t] to tile[t + k - 1].
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
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        if (t + j - half >= 0)
            sum += w[j] * tile[t + j - half];
    if (i < n)
        out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0)
        return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
