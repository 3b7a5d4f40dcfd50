// rejected by: gate coalescing (a block has a channel in NHWC)
// Batch normalisation over channels, in NCHW and in NHWC.

const int BLOCK = 256;

__device__ float block_sum(float v) {
    __shared__ float part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    __syncthreads(); // the array may still be in use
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++)
        v += part[w];
    return v;
}

__global__ void channel(const float *x, const float *gain, const float *bias,
                        float *run_mean, float *run_var, float *y, int each,
                        int c, int hw, int nhwc, float momentum, float eps) {
    int ch = blockIdx.x;
    float sum = 0.0f, m2 = 0.0f;
    for (int i = threadIdx.x; i < each; i += BLOCK)
        sum += x[nhwc ? (size_t)i * c + ch
                      : ((size_t)(i / hw) * c + ch) * hw + i % hw];
    float mean = block_sum(sum) / each;
    for (int i = threadIdx.x; i < each; i += BLOCK) {
        float d = x[nhwc ? (size_t)i * c + ch
                         : ((size_t)(i / hw) * c + ch) * hw + i % hw] -
                  mean;
        m2 += d * d;
    }
    m2 = block_sum(m2);
    float scale = gain[ch] * rsqrtf(m2 / each + eps);
    for (int i = threadIdx.x; i < each; i += BLOCK) {
        size_t k = nhwc ? (size_t)i * c + ch
                        : ((size_t)(i / hw) * c + ch) * hw + i % hw;
        y[k] = (x[k] - mean) * scale + bias[ch];
    }
    if (threadIdx.x > 0) return;
    run_mean[ch] += momentum * (mean - run_mean[ch]);
    run_var[ch] += momentum * (m2 / max(each - 1, 1) - run_var[ch]);
}

void batchnorm(const float *x, const float *gain, const float *bias,
               float *run_mean, float *run_var, float *y, int n, int c, int hw,
               int nhwc, float momentum, float eps) {
    if (n * hw == 0 || c == 0) return;
    channel<<<c, BLOCK>>>(x, gain, bias, run_mean, run_var, y, n * hw, c, hw,
                          nhwc, momentum, eps);
}
