// Attention scores: Q times K transposed, scaled, for every head.

const int TILE = 32;

__global__ void qk_kernel(const float *q, const float *k, float *s, int heads,
                          int lq, int lk, int dim, float scale) {
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i = blockIdx.y * TILE + threadIdx.y; // query
    int j = blockIdx.x * TILE + threadIdx.x; // key
    if (i >= lq || j >= lk) return;

    // TODO: right, and slow: every thread loads both of its rows. Share them in
    // tiles.
    const float *qi = q + ((size_t)(b * lq + i) * heads + h) * dim;
    const float *kj = k + ((size_t)(b * lk + j) * heads + h) * dim;
    float sum = 0.0f;
    for (int d = 0; d < dim; d++)
        sum += qi[d] * kj[d];
    s[((size_t)blockIdx.z * lq + i) * lk + j] = scale * sum;
}

void attention_qk(const float *q, const float *k, float *s, int batch,
                  int heads, int lq, int lk, int dim, float scale) {
    if (batch * heads == 0 || lq == 0 || lk == 0) return;
    dim3 grid((lk + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    qk_kernel<<<grid, dim3(TILE, TILE)>>>(q, k, s, heads, lq, lk, dim, scale);
}
