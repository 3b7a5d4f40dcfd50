// rejected by: gate traffic (nine taps get a tile, every other filter reads global memory for each product)
const int BLOCK = 256, EACH = 4, TILE = BLOCK * EACH;

__global__ void nine(const float *in, const float *taps, float *out, int n) {
    __shared__ float tile[TILE + 8], w[9];
    int t = threadIdx.x, first = blockIdx.x * TILE;
    if (t < 9) w[t] = taps[t];
    for (int i = t; i < TILE + 8; i += BLOCK) {
        int at = first - 4 + i;
        tile[i] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();
    for (int e = t; e < TILE && first + e < n; e += BLOCK) {
        float sum = 0;
        for (int j = 0; j < 9; j++)
            sum += w[j] * tile[e + j];
        out[first + e] = sum;
    }
}

__global__ void any(const float *in, const float *taps, float *out, int n, int k) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < k; j++) {
        int at = i + j - k / 2;
        if (at >= 0 && at < n) sum += taps[j] * in[at];
    }
    out[i] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    if (k == 9)
        nine<<<(n + TILE - 1) / TILE, BLOCK>>>(in, taps, out, n);
    else
        any<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
