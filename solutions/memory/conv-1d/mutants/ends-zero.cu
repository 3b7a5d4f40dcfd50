// rejected by: case (outputs whose filter reaches past an end are set to 0)
// says: The first and the last k / 2 outputs are 0. Only the inputs outside of in count as zero; the other products still belong to the sum.
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
    int i = first + t;
    if (i < n) out[i] = i >= k / 2 && i < n - k / 2 ? sum : 0.0f;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
