// rejected by: case heads=3 (reads q and k as [batch, tokens, dim, heads])
// says: q and k are read as [batch, tokens, dim, heads]. The elements of one head are neighbours: [batch, tokens, heads, dim].
const int TILE = 32;

__global__ void qk_kernel(const float *q, const float *k, float *s, int heads, int lq, int lk,
                          int dim, float scale) {
    __shared__ float qs[TILE][TILE + 1], ks[TILE][TILE + 1];
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
    int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4] = {};
    for (int d0 = 0; d0 < dim; d0 += TILE) {
        for (int r = ty; r < TILE; r += 8) {
            int i = i0 + r, j = j0 + r, d = d0 + tx;
            qs[r][tx] = i < lq && d < dim ? q[((size_t)(b * lq + i) * dim + d) * heads + h] : 0.0f;
            ks[r][tx] = j < lk && d < dim ? k[((size_t)(b * lk + j) * dim + d) * heads + h] : 0.0f;
        }
        __syncthreads();
        for (int d = 0; d < TILE; d++)
            for (int r = 0; r < 4; r++) acc[r] += qs[ty + 8 * r][d] * ks[tx][d];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++) {
        int i = i0 + ty + 8 * r, j = j0 + tx;
        if (i < lq && j < lk) s[((size_t)blockIdx.z * lq + i) * lk + j] = scale * acc[r];
    }
}

void attention_qk(const float *q, const float *k, float *s, int batch, int heads, int lq, int lk,
                  int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    qk_kernel<<<grid, dim3(TILE, 8)>>>(q, k, s, heads, lq, lk, dim, scale);
}
