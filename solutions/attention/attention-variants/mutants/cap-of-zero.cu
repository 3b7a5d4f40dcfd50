// rejected by: pattern nan (a cap of 0 is divided by)
// says: With a cap of 0 the score is divided by 0. A cap of 0 means that scores are not capped.
// Attention in one kernel, with a soft cap, ALiBi and a sink: a tile of queries stays,
// keys and values stream past.
//
// A block of 8 warps has 32 queries of one head; warp y has queries y, y + 8, y + 16
// and y + 24, a lane for each key of a tile. Of each query it keeps the largest score
// so far, the sum of the weights relative to it, and the weighted sum of the values.

const int TILE = 32;          // queries, and keys of a step
const int SIDE = 8;           // warps
const int EACH = TILE / SIDE; // queries of a warp
const unsigned ALL = 0xffffffff;

struct Shape {
    int heads, lq, lk, dim;
};

// The numbers that change a score.
struct Edits {
    float scale, cap, slope;
};

// The score of a key that lies `back` tokens before the query.
__device__ float edited(float product, int back, const Edits &e) {
    float s = e.scale * product;
    s = e.cap * tanhf(s / e.cap);
    return s - e.slope * back;
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
                                 const float *slopes, const float *sinks, float *o,
                                 Shape z, float scale, float cap) {
    const int DIM = 32 * COLS;
    __shared__ float qs[TILE][DIM + 1], kvs[TILE][DIM + 1], ps[TILE][TILE];
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads;
    int row = z.heads * z.dim, x = threadIdx.x, y = threadIdx.y;
    int i0 = blockIdx.x * TILE, shift = z.lk - z.lq; // query i is token i + shift
    int end = min(i0 + TILE, z.lq) + shift;          // keys that any of them sees
    q += (size_t)b * z.lq * row + h * z.dim;
    k += (size_t)b * z.lk * row + h * z.dim;
    v += (size_t)b * z.lk * row + h * z.dim;
    o += (size_t)b * z.lq * row + h * z.dim;
    Edits edits = {scale, cap, slopes[h]};

    // The sink is a score that came first: its weight relative to itself is 1, and it
    // has no value. So no query is without a score, and `most` is always finite.
    float most[EACH], total[EACH], sum[EACH][COLS] = {};
    for (int r = 0; r < EACH; r++) {
        most[r] = sinks[h];
        total[r] = 1.0f;
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
            int i = y + r * SIDE, back = i0 + i + shift - (j0 + x);
            float now = back >= 0 ? edited(s[r], back, edits) : -INFINITY;
            float next = fmaxf(most[r], warp_max(now));
            float keep = expf(most[r] - next), p = expf(now - next);
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
            if (i < z.lq && d < z.dim) o[(size_t)i * row + d] = sum[r][c] / total[r];
        }
}

// dim is at most 128.
void attention(const float *q, const float *k, const float *v, const float *slopes,
               const float *sinks, float *o, int batch, int heads, int lq, int lk,
               int dim, float cap) {
    if (batch * heads * lq == 0 || dim == 0) return;
    Shape z = {heads, lq, lk, dim};
    dim3 grid((lq + TILE - 1) / TILE, batch * heads), block(32, SIDE);
    auto kernel = dim <= 32   ? attention_kernel<1>
                  : dim <= 64 ? attention_kernel<2>
                              : attention_kernel<4>;
    kernel<<<grid, block>>>(q, k, v, slopes, sinks, o, z, 1.0f / sqrtf(dim), cap);
}
