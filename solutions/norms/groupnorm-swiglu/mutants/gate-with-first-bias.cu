// rejected by: case (the second half is shifted by the bias of the first half)
// says: The second half is shifted by the bias of the first half. It has its own: bias[c + channels/2].
// Group normalisation, then SwiGLU.
const int THREADS = 512;
const int EACH = 16; // 8192 / 512

__device__ float silu(float z) {
    return z / (1.0f + expf(-z));
}

__device__ float block_sum(float v) {
    __shared__ float part[THREADS / 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    __syncthreads();
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float s = 0;
    for (int w = 0; w < THREADS / 32; w++) s += part[w];
    return s;
}

__global__ void groupnorm_swiglu_kernel(const float *x, const float *weight,
                                        const float *bias, float *y, int channels,
                                        int spatial, int groups, float eps) {
    int half = channels / 2;
    int pairs = groups > 1 ? groups / 2 : 1;
    int per = half / pairs;                 // channels of a stretch
    int len = per * spatial;
    int b = blockIdx.x / pairs, p = blockIdx.x % pairs;
    const float *xa = x + ((size_t)b * channels + p * per) * spatial;
    const float *xb = xa + (size_t)half * spatial;
    __shared__ float sa[4096], sb[4096];
    float suma = 0, sumb = 0;
    for (int i = threadIdx.x; i < len; i += THREADS) {
        sa[i] = xa[i];
        sb[i] = xb[i];
        suma += sa[i];
        sumb += sb[i];
    }
    float ma = block_sum(suma), mb = block_sum(sumb);
    if (groups == 1) ma = mb = (ma + mb) / (2 * len);
    else ma /= len, mb /= len;
    float va = 0, vb = 0;
    for (int i = threadIdx.x; i < len; i += THREADS) {
        va += (sa[i] - ma) * (sa[i] - ma);
        vb += (sb[i] - mb) * (sb[i] - mb);
    }
    va = block_sum(va), vb = block_sum(vb);
    if (groups == 1) va = vb = (va + vb) / (2 * len);
    else va /= len, vb /= len;
    float ra = 1.0f / sqrtf(va + eps), rb = 1.0f / sqrtf(vb + eps);
    float *out = y + ((size_t)b * half + p * per) * spatial;
    for (int i = threadIdx.x; i < len; i += THREADS) {
        int c = p * per + i / spatial;
        float za = (sa[i] - ma) * ra * weight[c] + bias[c];
        float zb = (sb[i] - mb) * rb * weight[c + half] + bias[c];
        out[i] = silu(za) * zb;
    }
}

void groupnorm_swiglu(const float *x, const float *weight, const float *bias, float *y,
                      int batch, int channels, int spatial, int groups, float eps) {
    if (batch == 0) return;
    int pairs = groups > 1 ? groups / 2 : 1;
    groupnorm_swiglu_kernel<<<batch * pairs, THREADS>>>(x, weight, bias, y, channels, spatial,
                                                        groups, eps);
}
