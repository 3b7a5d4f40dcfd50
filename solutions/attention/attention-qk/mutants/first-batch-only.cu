// rejected by: case batch=2 (every batch entry reads the first one's rows)
// says: Every batch entry is computed from the rows of the first one. Each has its own rows in `q` and `k`.
__global__ void qk_kernel(const float *q, const float *k, float *s, int heads,
                          int lq, int lk, int dim, float scale) {
    __shared__ float qs[32][32], ks[32][33];
    int h = blockIdx.z % heads, row = heads * dim;
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.y * 32 + y, j = blockIdx.x * 32 + x;
    int jl = blockIdx.x * 32 + y; // the key that this thread loads
    const float *qh = q + h * dim;
    const float *kh = k + h * dim;
    float sum = 0;
    for (int d = 0; d < dim; d += 32) {
        qs[y][x] = i < lq && d + x < dim ? qh[(size_t)i * row + d + x] : 0;
        ks[y][x] = jl < lk && d + x < dim ? kh[(size_t)jl * row + d + x] : 0;
        __syncthreads();
        for (int p = 0; p < 32; p++)
            sum += qs[y][p] * ks[x][p];
        __syncthreads();
    }
    if (i < lq && j < lk)
        s[((size_t)blockIdx.z * lq + i) * lk + j] = scale * sum;
}

void attention_qk(const float *q, const float *k, float *s, int batch,
                  int heads, int lq, int lk, int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + 31) / 32, (lq + 31) / 32, batch * heads);
    qk_kernel<<<grid, dim3(32, 32)>>>(q, k, s, heads, lq, lk, dim, scale);
}
