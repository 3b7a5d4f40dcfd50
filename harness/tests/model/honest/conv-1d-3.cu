// Taps in constant memory. A block does 1024 outputs, a thread four of them,
// 256 apart, so that each tap is fetched once for four products.
#define THREADS 256
#define EACH 4

__constant__ float c_taps[32];

__global__ void corr4(const float *__restrict__ in, float *__restrict__ out, int n, int k) {
    __shared__ float s[THREADS * EACH + 30];
    const int tid = threadIdx.x;
    const int first = blockIdx.x * THREADS * EACH;
    for (int t = tid; t < THREADS * EACH + k - 1; t += THREADS) {
        int src = first + t - k / 2;
        float v = 0.f;
        if (src >= 0 && src < n) v = in[src];
        s[t] = v;
    }
    __syncthreads();

    float acc[EACH] = {0.f, 0.f, 0.f, 0.f};
    for (int j = 0; j < k; j++) {
        float w = c_taps[j];
#pragma unroll
        for (int e = 0; e < EACH; e++) acc[e] += w * s[tid + e * THREADS + j];
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = first + e * THREADS + tid;
        if (i < n) out[i] = acc[e];
    }
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    cudaMemcpyToSymbolAsync(c_taps, taps, k * sizeof(float), 0, cudaMemcpyDeviceToDevice);
    int per_block = THREADS * EACH;
    corr4<<<(n + per_block - 1) / per_block, THREADS>>>(in, out, n, k);
}
