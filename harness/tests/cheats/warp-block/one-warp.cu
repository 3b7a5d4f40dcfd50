// rejected by: gate warps (the first warp adds all, and the others leave)
// The block has as many threads as it should, but nobody meets anybody: one warp does it all.
__global__ void sums(const float *in, float *out, int n, int each) {
    int lane = threadIdx.x;
    if (lane >= 32) return;
    size_t first = (size_t)blockIdx.x * each;
    int count = min((size_t)each, n - first), i = lane;
    const float *x = in + first;
    float s = 0;
    for (; i + 15 * 32 < count; i += 16 * 32) {
        float v[16];
        for (int k = 0; k < 16; k++)
            v[k] = x[i + 32 * k];
        for (int d = 8; d > 0; d /= 2)
            for (int k = 0; k < d; k++)
                v[k] += v[k + d];
        s += v[0];
    }
    for (; i < count; i += 32)
        s += x[i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[blockIdx.x] = s;
}

void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n) sums<<<(n + each - 1) / each, block>>>(in, out, n, each);
}
