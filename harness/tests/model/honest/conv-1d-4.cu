// Four neighbouring outputs per thread. For four taps they need seven inputs,
// that is two float4 of which one is there already from the step before.
const int T = 128, OUTS = 4 * T;

__global__ void __launch_bounds__(T)
corr_window(const float *__restrict__ in, const float *__restrict__ taps,
            float *__restrict__ out, int n, int k, bool vec) {
    __shared__ float4 tile4[T + 9]; // OUTS + 30 inputs, and what a last float4 needs
    __shared__ float4 taps4[8];
    float *tile = (float *)tile4;
    const int tid = threadIdx.x;
    const long long first = (long long)blockIdx.x * OUTS;
    const int count = 4 * (T + (k + 3) / 4);

    for (int t = tid; t < count; t += T) {
        long long at = first - k / 2 + t;
        tile[t] = t < OUTS + k - 1 && at >= 0 && at < n ? in[at] : 0.0f;
    }
    if (tid < 32) ((float *)taps4)[tid] = tid < k ? taps[tid] : 0.0f;
    __syncthreads();

    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    float4 a = tile4[tid];
    int j = 0;
    for (; j + 4 <= k; j += 4) {
        float4 b = tile4[tid + j / 4 + 1];
        float4 w = taps4[j / 4];
        s0 += w.x * a.x; s1 += w.x * a.y; s2 += w.x * a.z; s3 += w.x * a.w;
        s0 += w.y * a.y; s1 += w.y * a.z; s2 += w.y * a.w; s3 += w.y * b.x;
        s0 += w.z * a.z; s1 += w.z * a.w; s2 += w.z * b.x; s3 += w.z * b.y;
        s0 += w.w * a.w; s1 += w.w * b.x; s2 += w.w * b.y; s3 += w.w * b.z;
        a = b;
    }
    // k is odd: one or three taps are left
    float4 w = taps4[j / 4];
    s0 += w.x * a.x; s1 += w.x * a.y; s2 += w.x * a.z; s3 += w.x * a.w;
    if (k - j == 3) {
        float4 b = tile4[tid + j / 4 + 1];
        s0 += w.y * a.y; s1 += w.y * a.z; s2 += w.y * a.w; s3 += w.y * b.x;
        s0 += w.z * a.z; s1 += w.z * a.w; s2 += w.z * b.x; s3 += w.z * b.y;
    }

    long long i = first + 4 * tid;
    if (vec && i + 3 < n)
        *(float4 *)(out + i) = make_float4(s0, s1, s2, s3);
    else {
        if (i < n) out[i] = s0;
        if (i + 1 < n) out[i + 1] = s1;
        if (i + 2 < n) out[i + 2] = s2;
        if (i + 3 < n) out[i + 3] = s3;
    }
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    bool vec = ((size_t)out & 15) == 0;
    corr_window<<<(n + OUTS - 1) / OUTS, T>>>(in, taps, out, n, k, vec);
}
