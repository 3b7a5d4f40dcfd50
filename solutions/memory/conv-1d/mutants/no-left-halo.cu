// rejected by: case n=257 k=9 (inputs of the block on the left count as zero)
// says: The left halo of the tile is zero in every block. Only before element 0 there is no input: the other blocks must load k / 2 elements from before their first output.
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
        tile[i] = at >= first && at < n ? in[at] : 0.0f;
    }
    __syncthreads();

    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[j] * tile[t + j];
    if (first + t < n) out[first + t] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
