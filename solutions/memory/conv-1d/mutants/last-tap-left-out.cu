// rejected by: case (the last tap is left out of the sum)
// says: The sum has k - 1 products. There are k taps, with the numbers 0 to k - 1: look at the condition of the loop over the taps.
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
    for (int j = 0; j < k - 1; j++)
        sum += w[j] * tile[t + j];
    if (first + t < n) out[first + t] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
