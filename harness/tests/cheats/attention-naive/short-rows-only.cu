// rejected by: case (rows of up to 1024 keys, where the brief says 4096)
const int TILE = 32;
const int SIDE = 8; // threads along the queries of values_kernel
const int EACH = TILE / SIDE;
const int BLOCK = 256; // threads of softmax_kernel
const int WARPS = BLOCK / 32;
const unsigned ALL = 0xffffffff;

struct Shape {
    int heads, lq, lk, dim, causal;
};

// How many keys query i sees: with both masks, always the first ones.
__device__ int visible(int i, int length, Shape z) {
    int n = z.causal ? i + 1 + z.lk - z.lq : z.lk;
    return max(0, min(n, length));
}

__global__ void scores_kernel(const float *q, const float *k,
                              const int *lengths, float *p, Shape z,
                              float scale) {
    __shared__ float qs[TILE][TILE], ks[TILE][TILE + 1];
    int b = blockIdx.z / z.heads, h = blockIdx.z % z.heads,
        row = z.heads * z.dim;
    int x = threadIdx.x, y = threadIdx.y;
    int i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE, i = i0 + y, j = j0 + x;
    if (j0 >= visible(i0 + TILE - 1, lengths[b], z)) return; // the whole block
    q += (size_t)b * z.lq * row + h * z.dim;
    k += (size_t)b * z.lk * row + h * z.dim;

    float sum = 0.0f;
    for (int d = x; d - x < z.dim; d += TILE) {
        bool in_q = i < z.lq && d < z.dim, in_k = j0 + y < z.lk && d < z.dim;
        qs[y][x] = in_q ? q[(size_t)i * row + d] : 0.0f;
        ks[y][x] = in_k ? k[(size_t)(j0 + y) * row + d] : 0.0f;
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            sum += qs[y][e] * ks[x][e];
        __syncthreads();
    }
    if (i < z.lq && j < z.lk)
        p[((size_t)blockIdx.z * z.lq + i) * z.lk + j] = scale * sum;
}

// The larger of two, or their sum, over the block; known to all its threads.
template <bool SUM> __device__ float over_block(float v, float *part) {
    for (int d = 16; d > 0; d /= 2) {
        float w = __shfl_xor_sync(ALL, v, d);
        v = SUM ? v + w : fmaxf(v, w);
    }
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = part[0];
    for (int w = 1; w < WARPS; w++)
        v = SUM ? v + part[w] : fmaxf(v, part[w]);
    return v;
}

// EACH_ROW keys per thread: a constant, so that v is in registers.
template <int EACH_ROW>
__global__ void softmax_kernel(const int *lengths, float *p, Shape z) {
    __shared__ float maxima[WARPS], sums[WARPS];
    int i = blockIdx.x % z.lq, b = blockIdx.x / z.lq / z.heads;
    int n = visible(i, lengths[b], z);
    float v[EACH_ROW], most = -INFINITY, sum = 0.0f;
    p += (size_t)blockIdx.x * z.lk;

#pragma unroll
    for (int k = 0; k < EACH_ROW; k++) {
        int j = threadIdx.x + k * BLOCK;
        v[k] = j < n ? p[j] : -INFINITY;
        most = fmaxf(most, v[k]);
    }
    most = over_block<false>(most, maxima);
#pragma unroll
    for (int k = 0; k < EACH_ROW; k++)
        sum += v[k] = expf(v[k] - most);
    float scale = 1.0f / over_block<true>(sum, sums);
#pragma unroll
    for (int k = 0; k < EACH_ROW; k++) {
        int j = threadIdx.x + k * BLOCK;
        if (j < z.lk) p[j] = j < n ? v[k] * scale : 0.0f; // n = 0: all zeros
    }
}

template <int COLS> // columns of a thread: dim is at most 32 * COLS
__global__ void values_kernel(const float *p, const float *v,
                              const int *lengths, float *o, Shape z) {
    __shared__ float ps[TILE][TILE], vs[TILE][TILE * COLS];
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads,
        row = z.heads * z.dim;
    int x = threadIdx.x, y = threadIdx.y, i0 = blockIdx.x * TILE;
    int end =
        visible(min(i0 + TILE, z.lq) - 1, lengths[b], z); // of any of them
    p += (size_t)blockIdx.y * z.lq * z.lk;
    v += (size_t)b * z.lk * row + h * z.dim;
    o += (size_t)b * z.lq * row + h * z.dim;

    float sum[EACH][COLS] = {};
    for (int j0 = 0; j0 < end; j0 += TILE) {
        for (int k = 0; k < EACH; k++) { // elements outside are 0
            int r = y + k * SIDE, i = i0 + r, j = j0 + r;
            bool in_p = i < z.lq && j0 + x < z.lk;
            ps[r][x] = in_p ? p[(size_t)i * z.lk + j0 + x] : 0.0f;
            for (int e = 0; e < COLS; e++) {
                int d = x + e * TILE;
                vs[r][d] =
                    j < z.lk && d < z.dim ? v[(size_t)j * row + d] : 0.0f;
            }
        }
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; j++)
            for (int k = 0; k < EACH; k++)
                for (int e = 0; e < COLS; e++)
                    sum[k][e] += ps[y + k * SIDE][j] * vs[j][x + e * TILE];
        __syncthreads();
    }
    for (int k = 0; k < EACH; k++)
        for (int e = 0; e < COLS; e++) {
            int i = i0 + y + k * SIDE, d = x + e * TILE;
            if (i < z.lq && d < z.dim) o[(size_t)i * row + d] = sum[k][e];
        }
}

// dim is at most 128, lk at most MOST * BLOCK.
void attention(const float *q, const float *k, const float *v,
               const int *lengths, float *p, float *o, int batch, int heads,
               int lq, int lk, int dim, int causal) {
    int all = batch * heads, rows = all * lq;
    if (rows == 0 || dim == 0) return;
    Shape z = {heads, lq, lk, dim, causal};
    int tiles_q = (lq + TILE - 1) / TILE, tiles_k = (lk + TILE - 1) / TILE;
    if (lk > 0) {
        scores_kernel<<<dim3(tiles_k, tiles_q, all), dim3(TILE, TILE)>>>(
            q, k, lengths, p, z, 1.0f / sqrtf(dim));
        auto softmax = lk <= BLOCK       ? softmax_kernel<1>
                       : lk <= 4 * BLOCK ? softmax_kernel<4>
                                         : softmax_kernel<4>;
        softmax<<<rows, BLOCK>>>(lengths, p, z);
    }
    auto values = dim <= TILE       ? values_kernel<1>
                  : dim <= 2 * TILE ? values_kernel<2>
                                    : values_kernel<4>;
    values<<<dim3(tiles_q, all), dim3(TILE, SIDE)>>>(p, v, lengths, o, z);
}
