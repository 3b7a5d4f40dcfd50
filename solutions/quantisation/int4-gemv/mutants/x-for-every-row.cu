// rejected by: gate traffic (reads x for each row)
// A vector times a matrix of four-bit weights.

const int WARPS = 8;

__global__ void gemv_kernel(const unsigned *w, const float *scales,
                            const unsigned char *zeros, const float *x,
                            float *y, int m, int n, int group) {
    int lane = threadIdx.x % 32, row = blockIdx.x * WARPS + threadIdx.x / 32;
    int words = (n + 31) / 32 * 4, groups = (n + group - 1) / group;
    if (row >= m) return; // a whole warp
    float sum = 0.0f;
    for (int i = lane; i < n; i += 32) {
        unsigned q = w[(size_t)row * words + i / 8] >> 4 * (i % 8) & 15;
        size_t at = (size_t)row * groups + i / group;
        sum += ((float)q - zeros[at]) * scales[at] * x[i];
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[row] = sum;
}

void gemv(const unsigned int *w, const float *scales,
          const unsigned char *zeros, const float *x, float *y, int m, int n,
          int group) {
    if (m > 0)
        gemv_kernel<<<(m + WARPS - 1) / WARPS, 32 * WARPS>>>(w, scales, zeros,
                                                             x, y, m, n, group);
}
