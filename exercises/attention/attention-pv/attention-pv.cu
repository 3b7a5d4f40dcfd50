// Probabilities times V, for every head.

const int TILE = 32;

__global__ void pv_kernel(const float *p, const float *v, float *o, int heads,
                          int lq, int lk, int dim) {
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i = blockIdx.y * TILE + threadIdx.y; // query
    int d = blockIdx.x * TILE + threadIdx.x;
    if (i >= lq || d >= dim) return;

    // TODO: right, and slow: all threads of a block load the same rows of v
    // from global memory. Share them in tiles.
    const float *pi = p + ((size_t)blockIdx.z * lq + i) * lk;
    float sum = 0.0f;
    for (int j = 0; j < lk; j++)
        sum += pi[j] * v[((size_t)(b * lk + j) * heads + h) * dim + d];
    o[((size_t)(b * lq + i) * heads + h) * dim + d] = sum;
}

// dim is at most 128.
void attention_pv(const float *p, const float *v, float *o, int batch,
                  int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    dim3 grid((dim + TILE - 1) / TILE, (lq + TILE - 1) / TILE, batch * heads);
    pv_kernel<<<grid, dim3(TILE, TILE)>>>(p, v, o, heads, lq, lk, dim);
}
