// rejected by: case heads=3 (stores o as [batch, heads, tokens, dim])
// says: `o` is stored as [batch, heads, queries, dim]. It is [batch, queries, heads, dim]: the heads of a query lie next to each other.
__global__ void pv_kernel(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    __shared__ float ps[32][32], vs[32][128];
    int b = blockIdx.y / heads, h = blockIdx.y % heads, row = heads * dim;
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.x * 32 + y;
    const float *ph = p + (size_t)blockIdx.y * lq * lk;
    const float *vh = v + (size_t)b * lk * row + h * dim;
    float *oh = o + (size_t)blockIdx.y * lq * dim;
    float sum[4] = {0, 0, 0, 0};
    for (int j0 = 0; j0 < lk; j0 += 32) {
        ps[y][x] = i < lq && j0 + x < lk ? ph[(size_t)i * lk + j0 + x] : 0;
        for (int d = x; d - x < dim; d += 32)
            vs[y][d] =
                j0 + y < lk && d < dim ? vh[(size_t)(j0 + y) * row + d] : 0;
        __syncthreads();
        for (int j = 0; j < 32; j++)
            for (int e = 0; e < 4; e++)
                if (32 * e < dim) sum[e] += ps[y][j] * vs[j][x + 32 * e];
        __syncthreads();
    }
    for (int e = 0; e < 4; e++) {
        int d = x + 32 * e;
        if (i < lq && d < dim) oh[(size_t)i * dim + d] = sum[e];
    }
}

void attention_pv(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    dim3 grid((lq + 31) / 32, batch * heads);
    pv_kernel<<<grid, dim3(32, 32)>>>(p, v, o, heads, lq, lk, dim);
}
