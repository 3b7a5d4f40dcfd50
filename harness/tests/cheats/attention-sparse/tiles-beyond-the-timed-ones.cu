// rejected by: case many tiles (the list has 128 entries, further tiles are left out)
// Attention with a mask of tiles, in one kernel: flash-forward over
// the tiles that are kept.
//
// A block of 8 warps has the 32 queries of a row of tiles. Warp y has queries y,
// y + 8, y + 16 and y + 24, a lane for each key of a tile. Of each query it keeps
// the largest score so far, the sum of the weights relative to it, and the
// weighted sum of the values.

const int TILE = 32;          // queries, and keys of a step
const int SIDE = 8;           // warps
const int EACH = TILE / SIDE; // queries of a warp
const int MOST = 128;         // entries of the list
const unsigned ALL = 0xffffffff;

struct Shape {
    int n, tiles, dim;
};

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

// A tile of TILE tokens, from token t0; zeros outside.
template <int DIM>
__device__ void load_tile(float (*tile)[DIM + 1], const float *from, int t0,
                          Shape z) {
    for (int r = threadIdx.y; r < TILE; r += SIDE)
        for (int d = threadIdx.x; d < DIM; d += 32) {
            bool inside = t0 + r < z.n && d < z.dim;
            tile[r][d] = inside ? from[(size_t)(t0 + r) * z.dim + d] : 0.0f;
        }
}

template <int COLS> // columns of a lane: dim is at most 32 * COLS
__global__ void attention_kernel(const float *q, const float *k, const float *v,
                                 const unsigned char *hidden, float *o, Shape z,
                                 float scale) {
    const int DIM = 32 * COLS;
    __shared__ float qs[TILE][DIM + 1], kvs[TILE][DIM + 1], ps[TILE][TILE];
    __shared__ int list[MOST], count;
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x, h = blockIdx.y;
    size_t head = (size_t)h * z.n * z.dim;
    q += head, k += head, v += head, o += head;
    hidden += ((size_t)h * z.tiles + row) * z.tiles;

    float most[EACH], total[EACH], sum[EACH][COLS] = {};
    for (int r = 0; r < EACH; r++) {
        most[r] = -INFINITY;
        total[r] = 0.0f;
    }
    load_tile<DIM>(qs, q, row * TILE, z);
    // Warp 0 makes the list, 32 tiles at a time.
    if (y == 0) {
        int kept = 0;
        for (int t0 = 0; t0 <= row; t0 += 32) {
            bool mine = t0 + x <= row && !hidden[t0 + x];
            unsigned all = __ballot_sync(ALL, mine);
            int place = kept + __popc(all & ((1u << x) - 1));
            if (mine && place < MOST) list[place] = t0 + x;
            kept = min(kept + __popc(all), MOST);
        }
        if (x == 0) count = kept;
    }
    __syncthreads();
    for (int e = 0; e < count; e++) {
        int j0 = list[e] * TILE;
        load_tile<DIM>(kvs, k, j0, z);
        __syncthreads(); // keys (and queries) are there

        float s[EACH] = {};
        for (int d = 0; d < z.dim; d++) {
            float key = kvs[x][d];
            for (int r = 0; r < EACH; r++)
                s[r] += qs[y + r * SIDE][d] * key;
        }
        __syncthreads(); // nobody needs the keys any more
        load_tile<DIM>(kvs, v, j0, z);

        for (int r = 0; r < EACH; r++) {
            int i = row * TILE + y + r * SIDE;
            bool seen = j0 + x <= i && j0 + x < z.n;
            float now = seen ? scale * s[r] : -INFINITY;
            float next = fmaxf(most[r], warp_max(now));
            // Both infinite: no key was seen yet, and nothing to rescale.
            float keep = next == -INFINITY ? 1.0f : expf(most[r] - next);
            float p = seen ? expf(now - next) : 0.0f;
            total[r] = total[r] * keep + warp_sum(p);
            for (int c = 0; c < COLS; c++)
                sum[r][c] *= keep;
            most[r] = next;
            ps[y + r * SIDE][x] = p; // a row of the own warp
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
            int i = row * TILE + y + r * SIDE, d = x + 32 * c;
            if (i < z.n && d < z.dim)
                o[(size_t)i * z.dim + d] =
                    total[r] > 0 ? sum[r][c] / total[r] : 0.0f;
        }
}

// dim is at most 128.
void attention(const float *q, const float *k, const float *v,
               const unsigned char *hidden, float *o, int heads, int n, int dim) {
    if (heads * n == 0 || dim == 0) return;
    int tiles = (n + TILE - 1) / TILE;
    Shape z = {n, tiles, dim};
    auto kernel = dim <= 32   ? attention_kernel<1>
                  : dim <= 64 ? attention_kernel<2>
                              : attention_kernel<4>;
    kernel<<<dim3(tiles, heads), dim3(32, SIDE)>>>(q, k, v, hidden, o, z,
                                                   1.0f / sqrtf(dim));
}
