// rejected by: case (the weighted sum is divided by the total after each tile)
// says: The weighted sum is divided by the total after every tile, and then rescaled as if it were not. Divide once, after the last tile.

__device__ int visible(int i, int length, int lq, int lk, int causal) {
    int n = causal ? i + 1 + lk - lq : lk;
    return max(0, min(n, length));
}
constexpr int Q = 32, T = 32, D = 128;
__global__ void attention_kernel(const float *q, const float *k, const float *v,
                                 const int *lengths, float *o, int heads, int lq,
                                 int lk, int dim, int causal) {
    extern __shared__ float mem[];
    float *qs = mem, *ks = qs + Q * (D + 1), *vs = ks + T * (D + 1), *ss = vs + T * D;
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 32 + tx;
    int b = blockIdx.y / heads, h = blockIdx.y % heads, i0 = blockIdx.x * Q;
    size_t row = (size_t)heads * dim;
    const float *qb = q + (size_t)b * lq * row + h * dim;
    const float *kb = k + (size_t)b * lk * row + h * dim, *vb = v + (size_t)b * lk * row + h * dim;
    float scale = rsqrtf((float)dim);
    for (int i = t; i < Q * dim; i += 256) {
        int r = i / dim, d = i % dim;
        qs[r * (D + 1) + d] = i0 + r < lq ? qb[(i0 + r) * row + d] * scale : 0.0f;
    }
    // warp ty has queries ty, ty + 8, ...; lane tx has a key and dims tx, tx + 32, ...
    float most[4], total[4], sum[4][4];
    for (int a = 0; a < 4; a++) {
        most[a] = -INFINITY;
        total[a] = 0;
        for (int c = 0; c < 4; c++) sum[a][c] = 0;
    }
    int end = visible(min(i0 + Q, lq) - 1, lengths[b], lq, lk, causal);
    for (int j0 = 0; j0 < end; j0 += T) {
        __syncthreads();
        for (int i = t; i < T * dim; i += 256) {
            int r = i / dim, d = i % dim;
            ks[r * (D + 1) + d] = j0 + r < lk ? kb[(j0 + r) * row + d] : 0.0f;
            vs[r * D + d] = j0 + r < lk ? vb[(j0 + r) * row + d] : 0.0f;
        }
        __syncthreads();
        for (int a = 0; a < 4; a++) {
            int r = ty + 8 * a, n = visible(i0 + r, lengths[b], lq, lk, causal);
            float s = 0;
            for (int d = 0; d < dim; d++) s += qs[r * (D + 1) + d] * ks[tx * (D + 1) + d];
            if (j0 + tx >= n) s = -INFINITY;
            float m = s;
            for (int x = 16; x > 0; x /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, x));
            float next = fmaxf(most[a], m);
            if (next == -INFINITY) continue;
            float keep = expf(most[a] - next), p = expf(s - next);
            most[a] = next;
            float w = p;
            for (int x = 16; x > 0; x /= 2) w += __shfl_xor_sync(~0u, w, x);
            total[a] = total[a] * keep + w;
            ss[r * T + tx] = p;
            __syncwarp();
            for (int c = 0; c < 4; c++) {
                int d = tx + 32 * c;
                float x = sum[a][c] * keep;
                if (d < dim)
                    for (int j = 0; j < T; j++) x += ss[r * T + j] * vs[j * D + d];
                sum[a][c] = x / total[a];
            }
        }
    }
    for (int a = 0; a < 4; a++) {
        int i = i0 + ty + 8 * a;
        if (i >= lq) continue;
        for (int c = 0; c < 4; c++) {
            int d = tx + 32 * c;
            if (d < dim)
                o[((size_t)b * lq + i) * row + h * dim + d] = total[a] > 0 ? sum[a][c] / total[a] : 0.0f;
        }
    }
}
void attention(const float *q, const float *k, const float *v, const int *lengths,
               float *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;
    int bytes = (Q * (D + 1) + T * (D + 1) + T * D + Q * T) * sizeof(float);
    cudaFuncSetAttribute(attention_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    attention_kernel<<<dim3((lq + Q - 1) / Q, batch * heads), dim3(32, 8), bytes>>>(
        q, k, v, lengths, o, heads, lq, lk, dim, causal);
}
