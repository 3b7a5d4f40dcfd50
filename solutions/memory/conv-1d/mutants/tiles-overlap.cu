// rejected by: case n=256 k=3 (a block has 256 - 2 * (k / 2) outputs, and the grid is computed for 256)
// says: A block of 256 threads loads 256 inputs and stores 256 - 2 * (k / 2) outputs. The number of blocks is computed for 256 outputs each, so the last ones have no block.
const int B = 256;
__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[B + 32], w[32];
    int t = threadIdx.x, i = blockIdx.x * B + t, half = k / 2;

    int first = blockIdx.x * (B - 2 * half) - half;
    if (t < k)
        w[t] = taps[t];
    int at = first + t;
    tile[t] = at >= 0 && at < n ? in[at] : 0.0f;
    __syncthreads();
    if (t >= half && t < B - half && at < n) {
        float sum = 0.0f;
        for (int j = 0; j < k; j++)
            sum += w[j] * tile[t - half + j];
        out[at] = sum;
    }
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0)
        return;
    correlate_kernel<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
