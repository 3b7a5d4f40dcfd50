// rejected by: case groups=4 (every block takes the weights from channel 0 on)
// says: Every block takes weight and bias from channel 0 on. The channels of block p begin at p * channels / groups.
// A block for each sample and pair of groups; the values stay in shared memory.
const int BLOCK = 256;

__device__ float block_sum(float v) {
    __shared__ float part[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = 0;
    for (int w = 0; w < BLOCK / 32; w++) v += part[w];
    return v;
}

__global__ void groupnorm_swiglu_kernel(const float *x, const float *weight,
                                        const float *bias, float *y, int channels,
                                        int spatial, int groups, float eps) {
    __shared__ float hold[8192];
    int pairs = max(groups / 2, 1);
    int b = blockIdx.x / pairs, p = blockIdx.x % pairs;
    int half = channels / 2;
    int wide = half / pairs;       // channels of one of the two stretches
    int count = wide * spatial;    // floats of it
    size_t sample = (size_t)b * channels * spatial;
    const float *lo = x + sample + (size_t)p * count, *hi = lo + (size_t)half * spatial;
    float s0 = 0, s1 = 0;
    for (int i = threadIdx.x; i < count; i += BLOCK) {
        hold[i] = lo[i], hold[count + i] = hi[i];
        s0 += hold[i], s1 += hold[count + i];
    }
    s0 = block_sum(s0), s1 = block_sum(s1);
    float n = count;
    if (groups == 1) s0 = s1 = s0 + s1, n = 2 * count;
    float m0 = s0 / n, m1 = s1 / n, v0 = 0, v1 = 0;
    for (int i = threadIdx.x; i < count; i += BLOCK) {
        float a = hold[i] - m0, c = hold[count + i] - m1;
        v0 += a * a, v1 += c * c;
    }
    v0 = block_sum(v0), v1 = block_sum(v1);
    if (groups == 1) v0 = v1 = v0 + v1;
    float r0 = 1.0f / sqrtf(v0 / n + eps), r1 = 1.0f / sqrtf(v1 / n + eps);
    y += (size_t)b * half * spatial + (size_t)p * count;
    for (int i = threadIdx.x; i < count; i += BLOCK) {
        int c = i / spatial;
        float g = (hold[i] - m0) * r0 * weight[c] + bias[c];
        float u = (hold[count + i] - m1) * r1 * weight[c + half] + bias[c + half];
        y[i] = g / (1.0f + expf(-g)) * u;
    }
}

void groupnorm_swiglu(const float *x, const float *weight, const float *bias, float *y,
                      int batch, int channels, int spatial, int groups, float eps) {
    int pairs = groups > 1 ? groups / 2 : 1;
    if (batch * pairs > 0)
        groupnorm_swiglu_kernel<<<batch * pairs, BLOCK>>>(x, weight, bias, y, channels, spatial, groups, eps);
}
