// rejected by: case causal, more queries than keys (masked scores are -1e9, so a row without a visible key gets equal weights)
// says: A query without a visible key gets equal weights for all keys: the maximum of its row is the value of the mask itself, and exp of the difference is 1. It gets zeros, in p and in o.
const int T = 16;

__device__ int visible(int i, int length, int lq, int lk, int causal) {
    int n = causal ? i + 1 + lk - lq : lk;
    return max(min(n, length), 0);
}

// p = scale * q k^T, tile by tile
__global__ void scores_kernel(const float *q, const float *k, const int *lengths, float *p,
                              int heads, int lq, int lk, int dim, int causal, float scale) {
    __shared__ float qs[T][T + 1], ks[T][T + 1];
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * T + ty, j = blockIdx.x * T + tx;
    int jk = blockIdx.x * T + ty;
    float sum = 0.0f;
    for (int d0 = 0; d0 < dim; d0 += T) {
        int d = d0 + tx;
        qs[ty][tx] = i < lq && d < dim ? q[((size_t)(b * lq + i) * heads + h) * dim + d] : 0.0f;
        ks[ty][tx] = jk < lk && d < dim ? k[((size_t)(b * lk + jk) * heads + h) * dim + d] : 0.0f;
        __syncthreads();
        for (int e = 0; e < T; e++) sum += qs[ty][e] * ks[tx][e];
        __syncthreads();
    }
    if (i < lq && j < lk) {
        int n = visible(i, lengths[b], lq, lk, causal);
        p[((size_t)blockIdx.z * lq + i) * lk + j] = j < n ? sum * scale : -1e9f;
    }
}

// one block per row of p
__global__ void softmax_kernel(float *p, const int *lengths, int heads, int lq, int lk,
                               int causal) {
    __shared__ float red[8];
    int i = blockIdx.x, bh = blockIdx.y, b = bh / heads;
    float *row = p + ((size_t)bh * lq + i) * lk;
    int n = lk;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float m = -INFINITY;
    for (int j = threadIdx.x; j < n; j += 256) m = fmaxf(m, row[j]);
    for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (lane == 0) red[warp] = m;
    __syncthreads();
    for (int w = 0; w < 8; w++) m = fmaxf(m, red[w]);
    __syncthreads();
    float s = 0.0f;
    for (int j = threadIdx.x; j < n; j += 256) s += expf(row[j] - m);
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) red[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++) s += red[w];
    for (int j = threadIdx.x; j < lk; j += 256) row[j] = j < n ? expf(row[j] - m) / s : 0.0f;
}

// o = p v
__global__ void pv_kernel(const float *p, const float *v, const int *lengths, float *o,
                          int heads, int lq, int lk, int dim, int causal) {
    __shared__ float ps[T][T + 1], vs[T][T + 1];
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.y * T + ty, d = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int j0 = 0; j0 < lk; j0 += T) {
        int j = j0 + tx, jv = j0 + ty;
        ps[ty][tx] = i < lq && j < lk ? p[((size_t)blockIdx.z * lq + i) * lk + j] : 0.0f;
        vs[ty][tx] = jv < lk && d < dim ? v[((size_t)(b * lk + jv) * heads + h) * dim + d] : 0.0f;
        __syncthreads();
        for (int e = 0; e < T; e++) sum += ps[ty][e] * vs[e][tx];
        __syncthreads();
    }
    if (i < lq && d < dim) o[((size_t)(b * lq + i) * heads + h) * dim + d] = sum;
}

void attention(const float *q, const float *k, const float *v, const int *lengths, float *p,
               float *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq * dim == 0) return;
    dim3 block(T, T);
    int bh = batch * heads;
    if (lk > 0) {
        scores_kernel<<<dim3((lk + T - 1) / T, (lq + T - 1) / T, bh), block>>>(
            q, k, lengths, p, heads, lq, lk, dim, causal, 1.0f / sqrtf(dim));
        softmax_kernel<<<dim3(lq, bh), 256>>>(p, lengths, heads, lq, lk, causal);
    }
    pv_kernel<<<dim3((dim + T - 1) / T, (lq + T - 1) / T, bh), block>>>(
        p, v, lengths, o, heads, lq, lk, dim, causal);
}
