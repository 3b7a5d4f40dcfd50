// No shared memory at all. A warp holds 64 inputs in its registers, two per
// lane, and lane j holds tap j. Everything is handed round by shuffles. The
// upper 32 inputs become the lower ones of the next 32 outputs.
#define ALL 0xffffffffu
#define STEPS 8

__device__ float fetch(const float *in, long long at, int n) {
    return at >= 0 && at < n ? in[at] : 0.0f;
}

__global__ void by_shuffles(const float *in, const float *taps, float *out, int n, int k) {
    const int lane = threadIdx.x & 31;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const float my_tap = lane < k ? taps[lane] : 0.0f;

    long long base = 32LL * STEPS * warp;
    float lo = fetch(in, base - k / 2 + lane, n);
    for (int s = 0; s < STEPS && base < n; s++, base += 32) {
        float hi = fetch(in, base - k / 2 + lane + 32, n);
        float sum = 0.0f;
        for (int j = 0; j < k; j++) {
            float t = __shfl_sync(ALL, my_tap, j);
            int from = lane + j;
            float a = __shfl_sync(ALL, lo, from & 31);
            float b = __shfl_sync(ALL, hi, from & 31);
            sum += t * (from < 32 ? a : b);
        }
        if (base + lane < n) out[base + lane] = sum;
        lo = hi;
    }
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    int per_block = 4 * 32 * STEPS;
    by_shuffles<<<(n + per_block - 1) / per_block, 128>>>(in, taps, out, n, k);
}
