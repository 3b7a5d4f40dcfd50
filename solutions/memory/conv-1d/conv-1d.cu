// Correlation with a short filter: a tile with its halo, the taps beside it.
//
//   block b           |<-- TILE outputs -->|
//   tile in   | halo  |                    | halo  |   each up to 15 elements
//   shared
//
// A thread computes four outputs, a block apart: neighbouring threads read
// neighbouring words, and a tap is read once for four products.

const int BLOCK = 256;
const int EACH = 4; // outputs per thread
const int TILE = BLOCK * EACH;
const int MAX_TAPS = 31;

__global__ void correlate_kernel(const float *in, const float *taps, float *out,
                                 int n, int k) {
    __shared__ float tile[TILE + MAX_TAPS - 1];
    __shared__ float w[MAX_TAPS];
    int t = threadIdx.x, first = blockIdx.x * TILE;
    int from = first - k / 2; // the element in tile[0]; may lie before in[0]

    if (t < k) w[t] = taps[t];
    for (int i = t; i < TILE + k - 1; i += BLOCK) {
        int at = from + i;
        tile[i] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads(); // tile and taps are complete

    float sum[EACH] = {0};
    for (int j = 0; j < k; j++) {
        float tap = w[j]; // one word for all lanes
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sum[e] += tap * tile[t + e * BLOCK + j];
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = first + t + e * BLOCK;
        if (i < n) out[i] = sum[e];
    }
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    correlate_kernel<<<(n + TILE - 1) / TILE, BLOCK>>>(in, taps, out, n, k);
}
