// rejected by: crash (whole rows of scores in shared memory)
// Attention, forward: all scores of a block's queries, whole rows of them, in shared memory,
// and an ordinary softmax. As long as they fit: some 2000 keys.
const int T = 512, KEYS = 32;

__device__ int visible(int i, int length, int lq, int lk, int causal) {
    int n = causal ? i + 1 + lk - lq : lk;
    return max(0, min(n, length));
}

__global__ void __launch_bounds__(T) attention_kernel(const float *q, const float *k, const float *v,
                                 const int *lengths, float *o, int heads, int lq,
                                 int lk, int dim, int causal, int Q) {
    extern __shared__ float mem[];
    float *qs = mem, *s = qs + Q * dim, *tile = s + (size_t)Q * lk;
    int b = blockIdx.y / heads, h = blockIdx.y % heads, first = blockIdx.x * Q;
    int length = lengths[b], t = threadIdx.x, edge = dim + 1;
    int nk = visible(min(first + Q, lq) - 1, length, lq, lk, causal);
    float scale = 1 / sqrtf((float)dim), sum[12] = {};
    for (int i = t; i < Q * dim; i += T) {
        int r = first + i / dim;
        qs[i] = r < lq ? scale * q[((size_t)(b * lq + r) * heads + h) * dim + i % dim] : 0;
    }
    for (int j0 = 0; j0 < nk; j0 += KEYS) {
        __syncthreads();
        for (int i = t; i < KEYS * dim; i += T)
            tile[i / dim * edge + i % dim] = j0 + i / dim < nk
                ? k[((size_t)(b * lk + j0 + i / dim) * heads + h) * dim + i % dim] : 0;
        __syncthreads();
        for (int i = t; i < Q * KEYS; i += T) {
            int r = i / KEYS, j = i % KEYS;
            float d = 0;
            for (int c = 0; c < dim; c++)
                d += qs[r * dim + c] * tile[j * edge + c];
            if (j0 + j < nk)
                s[r * lk + j0 + j] = j0 + j < visible(first + r, length, lq, lk, causal) ? d : -INFINITY;
        }
    }
    __syncthreads();
    for (int r = t / 32; r < Q; r += T / 32) {
        float most = -INFINITY, total = 0;
        for (int j = t % 32; j < nk; j += 32) most = fmaxf(most, s[r * lk + j]);
        for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
        if (most == -INFINITY) most = 0;
        for (int j = t % 32; j < nk; j += 32) total += s[r * lk + j] = expf(s[r * lk + j] - most);
        for (int d = 16; d > 0; d /= 2) total += __shfl_xor_sync(~0u, total, d);
        float by = total > 0 ? 1 / total : 0;
        for (int j = t % 32; j < nk; j += 32) s[r * lk + j] *= by;
    }
    for (int j0 = 0; j0 < nk; j0 += KEYS) {
        __syncthreads();
        for (int i = t; i < KEYS * dim; i += T)
            tile[i / dim * edge + i % dim] = j0 + i / dim < nk
                ? v[((size_t)(b * lk + j0 + i / dim) * heads + h) * dim + i % dim] : 0;
        __syncthreads();
        int n = min(KEYS, nk - j0);
#pragma unroll
        for (int e = 0; e < 12; e++) {
            int i = t + e * T;
            if (i < Q * dim)
                for (int j = 0; j < n; j++)
                    sum[e] += s[i / dim * lk + j0 + j] * tile[j * edge + i % dim];
        }
    }
#pragma unroll
    for (int e = 0; e < 12; e++) {
        int i = t + e * T, r = first + i / dim;
        if (i < Q * dim && r < lq) o[((size_t)(b * lq + r) * heads + h) * dim + i % dim] = sum[e];
    }
}

void attention(const float *q, const float *k, const float *v, const int *lengths,
               float *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;
    int room = 226 * 1024 / 4 - KEYS * (dim + 1);
    int Q = min(24, room / (lk + dim));
    int bytes = (Q * (lk + dim) + KEYS * (dim + 1)) * 4;
    cudaFuncSetAttribute(attention_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    attention_kernel<<<dim3((lq + Q - 1) / Q, batch * heads), T, bytes>>>(
        q, k, v, lengths, o, heads, lq, lk, dim, causal, Q);
}
