// rejected by: case (outputs whose filter reaches past an end are left out)
// says: The first and the last k / 2 outputs are not stored. Every output has a value: inputs outside of in count as zero.
const int BLOCK = 256;
const int MAX_TAPS = 31;

__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[BLOCK + MAX_TAPS - 1];
    __shared__ float w[MAX_TAPS];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;

    if (t < k) w[t] = taps[t];
    for (int i = t; i < BLOCK + k - 1; i += BLOCK) {
        int at = first + i - k / 2;
        tile[i] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();

    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[j] * tile[t + j];
    if (first + t >= k / 2 && first + t < n - k / 2) out[first + t] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
