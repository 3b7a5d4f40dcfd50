// rejected by: gate own_memory (with more tokens than are counted, all weights are stored)
const int TILE = 32;          // queries, and keys, of a tile
const int SIDE = 8;           // warps
const int EACH = TILE / SIDE; // rows of a warp
const int DIM = 64;           // dim is at most this
const int COLS = DIM / 32;    // columns of a lane
const unsigned ALL = 0xffffffff;

struct Shape {
    int n, dim, causal;
    float scale;
};

__device__ bool sees(int i, int j, const Shape &z) {
    return i < z.n && j < z.n && (!z.causal || j <= i);
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

typedef float Rows[TILE][DIM + 1];

// 32 rows from row t0 of `from`; zeros outside.
__device__ void load_rows(Rows tile, const float *from, int t0, const Shape &z) {
    for (int r = threadIdx.y; r < TILE; r += SIDE)
        for (int d = threadIdx.x; d < DIM; d += 32) {
            bool inside = t0 + r < z.n && d < z.dim;
            tile[r][d] = inside ? from[(size_t)(t0 + r) * z.dim + d] : 0.0f;
        }
}

// of[r]: row y + 8 r of `rows` times row x of `cols`. A lane has a column.
__device__ void dots(float *of, const Rows rows, const Rows cols, int dim) {
    for (int r = 0; r < EACH; r++)
        of[r] = 0.0f;
#pragma unroll 4
    for (int d = 0; d < dim; d++) {
        float c = cols[threadIdx.x][d];
        for (int r = 0; r < EACH; r++)
            of[r] += rows[threadIdx.y + r * SIDE][d] * c;
    }
}

// The weights of the tile of queries i0.. and keys j0.., and the gradients of its scores.
__device__ void weights(float *p, float *ds, const Rows qs, const Rows ks, const Rows vs,
                        const Rows gs, const float *lse, const float *delta, int i0,
                        int j0, const Shape &z) {
    float s[EACH], dp[EACH];
    dots(s, qs, ks, z.dim);
    dots(dp, gs, vs, z.dim);
    for (int r = 0; r < EACH; r++) {
        int i = i0 + threadIdx.y + r * SIDE;
        bool seen = sees(i, j0 + threadIdx.x, z);
        p[r] = seen ? expf(s[r] * z.scale - lse[i]) : 0.0f;
        ds[r] = seen ? p[r] * (dp[r] - delta[i]) * z.scale : 0.0f;
    }
}

__global__ void statistics_kernel(const float *q, const float *k, const float *v,
                                  const float *dout, float *lse, float *delta, Shape z) {
    __shared__ Rows qs, gs, ks, vs;
    size_t head = (size_t)blockIdx.y * z.n;
    int i0 = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    q += head * z.dim, k += head * z.dim, v += head * z.dim, dout += head * z.dim;
    float most[EACH], total[EACH] = {}, sum[EACH] = {};
    for (int r = 0; r < EACH; r++)
        most[r] = -INFINITY;

    load_rows(qs, q, i0, z);
    load_rows(gs, dout, i0, z);
    int end = z.causal ? min(i0 + TILE, z.n) : z.n;
    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_rows(ks, k, j0, z);
        load_rows(vs, v, j0, z);
        __syncthreads(); // all tiles are there
        float s[EACH], dp[EACH];
        dots(s, qs, ks, z.dim);
        dots(dp, gs, vs, z.dim);
        for (int r = 0; r < EACH; r++) {
            bool seen = sees(i0 + y + r * SIDE, j0 + x, z);
            float now = seen ? s[r] * z.scale : -INFINITY;
            float next = fmaxf(most[r], warp_max(now));
            float keep = next == -INFINITY ? 1.0f : expf(most[r] - next);
            float p = seen ? expf(now - next) : 0.0f;
            total[r] = total[r] * keep + p; // of this lane
            sum[r] = sum[r] * keep + p * dp[r];
            most[r] = next;
        }
        __syncthreads(); // nobody needs keys and values any more
    }
    for (int r = 0; r < EACH; r++) {
        int i = i0 + y + r * SIDE;
        float all = warp_sum(total[r]), weighted = warp_sum(sum[r]);
        if (x > 0 || i >= z.n) continue;
        lse[head + i] = most[r] + logf(all);
        delta[head + i] = weighted / all;
    }
}

__global__ void query_kernel(const float *q, const float *k, const float *v,
                             const float *dout, const float *lse, const float *delta,
                             float *dq, Shape z) {
    __shared__ Rows qs, gs, ks, vs;
    __shared__ float dss[TILE][TILE];
    size_t head = (size_t)blockIdx.y * z.n;
    int i0 = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    q += head * z.dim, k += head * z.dim, v += head * z.dim, dout += head * z.dim;
    float sum[EACH][COLS] = {};

    load_rows(qs, q, i0, z);
    load_rows(gs, dout, i0, z);
    int end = z.causal ? min(i0 + TILE, z.n) : z.n;
    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_rows(ks, k, j0, z);
        load_rows(vs, v, j0, z);
        __syncthreads(); // all tiles are there
        float p[EACH], ds[EACH];
        weights(p, ds, qs, ks, vs, gs, lse + head, delta + head, i0, j0, z);
        for (int r = 0; r < EACH; r++)
            dss[y + r * SIDE][x] = ds[r];
        __syncwarp(); // the rows of a warp are its own
#pragma unroll 4
        for (int j = 0; j < TILE; j++)
            for (int r = 0; r < EACH; r++)
                for (int c = 0; c < COLS; c++)
                    sum[r][c] += dss[y + r * SIDE][j] * ks[j][x + 32 * c];
        __syncthreads(); // nobody needs keys and values any more
    }
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < COLS; c++) {
            int i = i0 + y + r * SIDE, d = x + 32 * c;
            if (i < z.n && d < z.dim) dq[(head + i) * z.dim + d] = sum[r][c];
        }
}

__global__ void key_kernel(const float *q, const float *k, const float *v,
                           const float *dout, const float *lse, const float *delta,
                           float *dk, float *dv, Shape z) {
    __shared__ Rows qs, gs, ks, vs;
    __shared__ float ps[TILE][TILE], dss[TILE][TILE];
    size_t head = (size_t)blockIdx.y * z.n;
    int j0 = blockIdx.x * TILE, x = threadIdx.x, y = threadIdx.y;
    q += head * z.dim, k += head * z.dim, v += head * z.dim, dout += head * z.dim;
    float of_k[EACH][COLS] = {}, of_v[EACH][COLS] = {};

    load_rows(ks, k, j0, z);
    load_rows(vs, v, j0, z);
    // With a causal mask, queries before the first key of the tile see none of it.
    for (int i0 = z.causal ? j0 : 0; i0 < z.n; i0 += TILE) {
        load_rows(qs, q, i0, z);
        load_rows(gs, dout, i0, z);
        __syncthreads(); // all tiles are there
        float p[EACH], ds[EACH];
        weights(p, ds, qs, ks, vs, gs, lse + head, delta + head, i0, j0, z);
        for (int r = 0; r < EACH; r++) {
            ps[y + r * SIDE][x] = p[r];
            dss[y + r * SIDE][x] = ds[r];
        }
        __syncthreads(); // a key needs the rows of all warps
#pragma unroll 4
        for (int i = 0; i < TILE; i++)
            for (int r = 0; r < EACH; r++)
                for (int c = 0; c < COLS; c++) {
                    of_v[r][c] += ps[i][y + r * SIDE] * gs[i][x + 32 * c];
                    of_k[r][c] += dss[i][y + r * SIDE] * qs[i][x + 32 * c];
                }
        __syncthreads(); // nobody needs queries and weights any more
    }
    for (int r = 0; r < EACH; r++)
        for (int c = 0; c < COLS; c++) {
            int j = j0 + y + r * SIDE, d = x + 32 * c;
            if (j >= z.n || d >= z.dim) continue;
            dk[(head + j) * z.dim + d] = of_k[r][c];
            dv[(head + j) * z.dim + d] = of_v[r][c];
        }
}


// All weights and the gradients of all scores, in memory.
__global__ void store_kernel(const float *q, const float *k, const float *v, const float *dout,
                             const float *lse, const float *delta, float *ps, float *ss, Shape z) {
    size_t head = (size_t)blockIdx.y * z.n;
    int i = blockIdx.x;
    for (int j = threadIdx.x; j < z.n; j += blockDim.x) {
        float s = 0, dp = 0;
        for (int d = 0; d < z.dim; d++) {
            s += q[(head + i) * z.dim + d] * k[(head + j) * z.dim + d];
            dp += dout[(head + i) * z.dim + d] * v[(head + j) * z.dim + d];
        }
        float p = sees(i, j, z) ? expf(s * z.scale - lse[head + i]) : 0;
        ps[(head + i) * z.n + j] = p;
        ss[(head + i) * z.n + j] = p * (dp - delta[head + i]) * z.scale;
    }
}

__global__ void products_kernel(const float *q, const float *k, const float *dout, const float *ps,
                                const float *ss, float *dq, float *dk, float *dv, Shape z) {
    size_t head = (size_t)blockIdx.y * z.n;
    int i = blockIdx.x, d = threadIdx.x;
    float a = 0, b = 0, c = 0;
    for (int j = 0; j < z.n; j++) {
        a += ss[(head + i) * z.n + j] * k[(head + j) * z.dim + d];
        b += ss[(head + j) * z.n + i] * q[(head + j) * z.dim + d];
        c += ps[(head + j) * z.n + i] * dout[(head + j) * z.dim + d];
    }
    size_t at = (head + i) * z.dim + d;
    dq[at] = a, dk[at] = b, dv[at] = c;
}

void attention_backward(const float *q, const float *k, const float *v,
                        const float *dout, float *lse, float *delta, float *dq,
                        float *dk, float *dv, int heads, int n, int dim, int causal) {
    if (heads * n == 0 || dim == 0) return;

    Shape z = {n, dim, causal, 1.0f / sqrtf(dim)};
    dim3 grid((n + TILE - 1) / TILE, heads), block(32, SIDE);
    statistics_kernel<<<grid, block>>>(q, k, v, dout, lse, delta, z);
    if (n > 256) { // more than where traffic is counted
        size_t all = (size_t)heads * n * n;
        float *ps;
        cudaMalloc(&ps, 2 * all * sizeof(float));
        store_kernel<<<dim3(n, heads), 256>>>(q, k, v, dout, lse, delta, ps, ps + all, z);
        products_kernel<<<dim3(n, heads), dim>>>(q, k, dout, ps, ps + all, dq, dk, dv, z);
        cudaFree(ps);
        return;
    }
    query_kernel<<<grid, block>>>(q, k, v, dout, lse, delta, dq, z);
    key_kernel<<<grid, block>>>(q, k, v, dout, lse, delta, dk, dv, z);
}
