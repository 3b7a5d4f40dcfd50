// rejected by: case (a key that is not seen has score 0, in the tiles up to the last key of the block)
// says: A key that a query does not see gets the score 0, and exp(0 - most) counts. Its weight has to be 0: a score of -infinity, or no weight at all.
// Attention in one kernel: a tile of queries stays, keys and values stream past.
//
// A block of 8 warps has 32 queries of one head; warp y has queries y, y + 8, y + 16
// and y + 24, a lane for each key of a tile. Of each query it keeps the largest score
// so far, the sum of the weights relative to it, and the weighted sum of the values.

const int TILE = 32;          // queries, and keys of a step
const int SIDE = 8;           // warps
const int EACH = TILE / SIDE; // queries of a warp
const unsigned ALL = 0xffffffff;

struct Shape {
    int heads, lq, lk, dim, causal;
};

// How many keys query i sees: with both masks, always the first ones.
__device__ int visible(int i, int length, Shape z) {
    int n = z.causal ? i + 1 + z.lk - z.lq : z.lk;
    return max(0, min(n, length));
}

__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(ALL, v, d));
    return v;
}

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// A tile of TILE tokens, from token t0 of `tokens`; zeros outside.
template <int DIM>
__device__ void load_tile(float (*tile)[DIM + 1], const float *from, int t0,
                          int tokens, int dim, int row) {
    for (int r = threadIdx.y; r < TILE; r += SIDE)
        for (int d = threadIdx.x; d < DIM; d += 32) {
            bool inside = t0 + r < tokens && d < dim;
            tile[r][d] = inside ? from[(size_t)(t0 + r) * row + d] : 0.0f;
        }
}

template <int COLS> // columns of a lane: dim is at most 32 * COLS
__global__ void attention_kernel(const float *q, const float *k, const float *v,
                                 const int *lengths, float *o, Shape z,
                                 float scale) {
    const int DIM = 32 * COLS;
    __shared__ float qs[TILE][DIM + 1], kvs[TILE][DIM + 1], ps[TILE][TILE];
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads;
    int row = z.heads * z.dim, x = threadIdx.x, y = threadIdx.y;
    int i0 = blockIdx.x * TILE, length = lengths[b];
    int end = visible(min(i0 + TILE, z.lq) - 1, length, z); // of any of them
    q += (size_t)b * z.lq * row + h * z.dim;
    k += (size_t)b * z.lk * row + h * z.dim;
    v += (size_t)b * z.lk * row + h * z.dim;
    o += (size_t)b * z.lq * row + h * z.dim;

    float most[EACH], total[EACH], sum[EACH][COLS] = {};
    for (int r = 0; r < EACH; r++) {
        most[r] = -INFINITY;
        total[r] = 0.0f;
    }
    load_tile<DIM>(qs, q, i0, z.lq, z.dim, row);
    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_tile<DIM>(kvs, k, j0, z.lk, z.dim, row);
        __syncthreads(); // keys (and queries) are there

        float s[EACH] = {};
        for (int d = 0; d < z.dim; d++) {
            float key = kvs[x][d];
            for (int r = 0; r < EACH; r++)
                s[r] += qs[y + r * SIDE][d] * key;
        }
        __syncthreads(); // nobody needs the keys any more
        load_tile<DIM>(kvs, v, j0, z.lk, z.dim, row);

        for (int r = 0; r < EACH; r++) {
            int i = y + r * SIDE;
            bool seen = j0 + x < visible(i0 + i, length, z);
            float now = seen ? scale * s[r] : 0.0f;
            float next = fmaxf(most[r], warp_max(now));
            // Both infinite: no key has been seen yet, and nothing to rescale.
            float keep = next == -INFINITY ? 1.0f : expf(most[r] - next);
            float p = expf(now - next);
            total[r] = total[r] * keep + warp_sum(p);
            for (int c = 0; c < COLS; c++)
                sum[r][c] *= keep;
            most[r] = next;
            ps[i][x] = p; // a row of the own warp
        }
        __syncthreads(); // values are there

        for (int j = 0; j < TILE; j++)
            for (int r = 0; r < EACH; r++)
                for (int c = 0; c < COLS; c++)
                    sum[r][c] += ps[y + r * SIDE][j] * kvs[j][x + 32 * c];
        __syncthreads(); // nobody needs the values any more
    }
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < COLS; c++) {
            int i = i0 + y + r * SIDE, d = x + 32 * c;
            if (i < z.lq && d < z.dim)
                o[(size_t)i * row + d] = total[r] > 0 ? sum[r][c] / total[r] : 0.0f;
        }
}

// dim is at most 128.
void attention(const float *q, const float *k, const float *v, const int *lengths,
               float *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;
    Shape z = {heads, lq, lk, dim, causal};
    dim3 grid((lq + TILE - 1) / TILE, batch * heads), block(32, SIDE);
    auto kernel = dim <= 32   ? attention_kernel<1>
                  : dim <= 64 ? attention_kernel<2>
                              : attention_kernel<4>;
    kernel<<<grid, block>>>(q, k, v, lengths, o, z, 1.0f / sqrtf(dim));
}
