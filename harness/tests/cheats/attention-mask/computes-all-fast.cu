// rejected by: gate flops (fast tiles of 128 x 64, and every one of them is computed)
const int TM = 128, TN = 64, TK = 16, TH = 256; // 8 x 4 results each
__global__ void __launch_bounds__(TH)
    scores_kernel(const float *q, const float *k, const int *lengths, float *s, int heads,
       int lq, int lk, int dim, float scale, int causal) {
    __shared__ __align__(16) float as[TK][TM + 4], bs[TK][TN + 4];
    int t = threadIdx.x, x = t % 16 * 4, y = t / 16 * 8, r0 = blockIdx.y * TM,
        c0 = blockIdx.x * TN;
    int len = lengths[blockIdx.z / heads];
    q += (size_t)blockIdx.z * lq * dim;
    k += (size_t)blockIdx.z * lk * dim;
    s += (size_t)blockIdx.z * lq * lk;
    float sum[8][4] = {};
    for (int p = 0; p < dim; p += TK) {
        for (int i = t; i < TM * TK; i += TH) {
            int r = r0 + i / TK, d = p + i % TK;
            as[i % TK][i / TK] =
                (r < lq && d < dim) ? q[(size_t)r * dim + d] : 0.f;
        }
        for (int i = t; i < TN * TK; i += TH) {
            int r = c0 + i / TK, d = p + i % TK;
            bs[i % TK][i / TK] =
                (r < lk && d < dim) ? k[(size_t)r * dim + d] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int e = 0; e < TK; e++) {
            float4 v = *(float4 *)&bs[e][x], u0 = *(float4 *)&as[e][y],
                   u1 = *(float4 *)&as[e][y + 4];
            float u[8] = {u0.x, u0.y, u0.z, u0.w, u1.x, u1.y, u1.z, u1.w},
                  w[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[i][j] += u[i] * w[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = r0 + y + i, c = c0 + x;
        float w[4];
#pragma unroll
        for (int j = 0; j < 4; j++)
            w[j] = (c + j < len && (!causal || c + j <= r + lk - lq))
                       ? scale * sum[i][j]
                       : -INFINITY;
        if (r >= lq) continue;
        if (lk % 4 == 0 && c + 4 <= lk)
            *(float4 *)&s[(size_t)r * lk + c] =
                make_float4(w[0], w[1], w[2], w[3]);
        else
            for (int j = 0; j < 4; j++)
                if (c + j < lk) s[(size_t)r * lk + c + j] = w[j];
    }
}
void masked_scores(const float *q, const float *k, const int *lengths, float *s,
                   int batch, int heads, int lq, int lk, int dim, float scale,
                   int causal) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    scores_kernel<<<dim3((lk + TN - 1) / TN, (lq + TM - 1) / TM, batch * heads), TH>>>(
        q, k, lengths, s, heads, lq, lk, dim, scale, causal);
}
