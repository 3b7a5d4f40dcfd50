// rejected by: case (divides by the number of keys)
// says: The output is divided by the number of keys. The probabilities of a row already add up to 1 where that is wanted: o is the plain sum of p * v.
// A block has 32 queries and all of dim; tiles of p and v are shared.
const int TILE = 32, DIM = 128;

__global__ void pv_kernel(const float *p, const float *v, float *o, int heads, int lq, int lk, int dim) {
    __shared__ float ps[TILE][TILE + 1], vs[TILE][DIM];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * TILE + tx;
    int b = blockIdx.z / heads, h = blockIdx.z % heads;
    int i = blockIdx.x * TILE + ty;
    
    float sum[4] = {};
    for (int j0 = 0; j0 < lk; j0 += TILE) {
        { int j = j0 + tx; ps[ty][tx] = i < lq && j < lk ? p[((size_t)blockIdx.z * lq + i) * lk + j] : 0.0f; }
        for (int e = t; e < TILE * DIM; e += TILE * TILE) {
            int j = j0 + e / DIM, c = e % DIM;
            vs[e / DIM][c] = j < lk && c < dim ? v[((size_t)(b * lk + j) * heads + h) * dim + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            for (int k = 0; k < 4; k++) sum[k] += ps[ty][j] * vs[j][tx + 32 * k];
        __syncthreads();
    }
    for (int k = 0; k < 4; k++) {
        int c = tx + 32 * k;
        if (i < lq && c < dim) o[((size_t)(b * lq + i) * heads + h) * dim + c] = sum[k] / lk;
    }
}

// dim is at most 128.
void attention_pv(const float *p, const float *v, float *o, int batch, int heads, int lq, int lk, int dim) {
    if (batch * heads == 0 || lq == 0 || dim == 0) return;
    pv_kernel<<<dim3((lq + TILE - 1) / TILE, 1, batch * heads), dim3(TILE, TILE)>>>(p, v, o, heads, lq, lk, dim);
}
