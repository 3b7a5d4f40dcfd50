// rejected by: case group of (of a block's warps, only the first one's keys reach the result)
// says: Only the keys of the block's first warp reach the result. Merge the results of all warps.
// Attention of one query per head, several heads with the same keys and values.
// A block has a split of the keys and all queries that share them: each key and
// value is loaded once. A second kernel merges the splits of each query.

const int WARPS = 8;
const int KEYS = 2; // that a warp has under way, with their values
const int COLS = 4; // columns of a lane
const int DIM = 32 * COLS;
const int BLOCKS = 1056; // enough to fill the GPU
const unsigned ALL = 0xffffffff;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__host__ __device__ int splits_of(int keys, int split) {
    return (keys + split - 1) / split;
}

// How many keys a block gets: few enough that all of the GPU has work, and
// enough that a line of scratch is little beside them.
static int split_size(int heads, int capacity) {
    int even = (int)((long long)heads * capacity / BLOCKS);
    return min(max((even + 15) / 16 * 16, 128), 1024);
}

// Rows j0 and following of a head, zeros outside.
__device__ void load_rows(float (*rows)[COLS], const float *from, int j0,
                          int end, int dim) {
    for (int i = 0; i < KEYS; i++)
        for (int c = 0; c < COLS; c++) {
            int j = j0 + i, d = threadIdx.x % 32 + 32 * c;
            bool inside = j < end && d < dim;
            rows[i][c] = inside ? from[(size_t)j * dim + d] : 0.0f;
        }
}

// Of one query, over the keys that a warp has seen.
struct Part {
    float most, total, sum[COLS];
};

__device__ void add_keys(Part &p, const float *query, float (*keys)[COLS],
                         float (*values)[COLS], int count) {
    float score[KEYS], next = p.most;
    for (int i = 0; i < KEYS; i++) {
        score[i] = 0.0f;
        for (int c = 0; c < COLS; c++)
            score[i] += query[c] * keys[i][c];
        score[i] = warp_sum(score[i]);
        if (i >= count) score[i] = -INFINITY; // the first one exists
        next = fmaxf(next, score[i]);
    }
    float keep = expf(p.most - next);
    p.most = next;
    p.total *= keep;
    for (int c = 0; c < COLS; c++)
        p.sum[c] *= keep;
    for (int i = 0; i < KEYS; i++) {
        float weight = expf(score[i] - next);
        p.total += weight;
        for (int c = 0; c < COLS; c++)
            p.sum[c] += weight * values[i][c];
    }
}

// A line of scratch: the largest score, the sum of weights, dim sums.
template <int GROUP>
__global__ void split_kernel(const float *q, const float *k, const float *v,
                             const int *lengths, float *parts, int kv_heads,
                             int capacity, int dim, int split, float scale) {
    __shared__ float most_of[WARPS][GROUP], total_of[WARPS][GROUP];
    __shared__ float sum_of[WARPS][GROUP][DIM];
    int head = blockIdx.y, length = lengths[head / kv_heads];
    int first = blockIdx.x * split, end = min(first + split, length);
    if (first >= length) return; // the whole block: there is no such split
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    q += (size_t)head * GROUP * dim; // neighbours share the keys

    float query[GROUP][COLS];
    Part part[GROUP];
#pragma unroll
    for (int g = 0; g < GROUP; g++) {
        part[g] = {-INFINITY, 0.0f, {}};
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            query[g][c] = d < dim ? scale * q[g * dim + d] : 0.0f;
        }
    }
    for (int j = first + warp * KEYS; j < end; j += WARPS * KEYS) {
        float keys[KEYS][COLS], values[KEYS][COLS];
        load_rows(keys, k, j, end, dim);
        load_rows(values, v, j, end, dim);
#pragma unroll
        for (int g = 0; g < GROUP; g++)
            add_keys(part[g], query[g], keys, values, end - j);
    }
#pragma unroll
    for (int g = 0; g < GROUP; g++) {
        for (int c = 0; c < COLS; c++)
            sum_of[warp][g][lane + 32 * c] = part[g].sum[c];
        if (lane > 0) continue;
        most_of[warp][g] = part[g].most;
        total_of[warp][g] = part[g].total;
    }
    __syncthreads();

    // The warps meet, a warp for each query. Warp 0 has seen a key, so the
    // largest score is finite; a warp without one counts with exp(-inf) = 0.
    if (warp >= GROUP) return;
    size_t line = (size_t)(head * GROUP + warp) * gridDim.x + blockIdx.x;
    float *out = parts + line * (dim + 2), most = most_of[0][warp];

    float total = 0.0f, sum[COLS] = {};
    for (int w = 0; w < 1; w++) {
        float factor = expf(most_of[w][warp] - most);
        total += factor * total_of[w][warp];
        for (int c = 0; c < COLS; c++)
            sum[c] += factor * sum_of[w][warp][lane + 32 * c];
    }
    for (int c = 0; c < COLS; c++)
        if (lane + 32 * c < dim) out[2 + lane + 32 * c] = sum[c];
    if (lane == 0) out[0] = most, out[1] = total;
}

// A block has a head, a thread a column.
__global__ void merge_kernel(const float *parts, const int *lengths, float *o,
                             int heads, int capacity, int dim, int split) {
    int head = blockIdx.x, d = threadIdx.x, line = dim + 2;
    int splits = splits_of(lengths[head / heads], split);
    parts += (size_t)head * splits_of(capacity, split) * line;
    float most = -INFINITY, total = 0.0f, sum = 0.0f;
#pragma unroll 8
    for (int i = 0; i < splits; i++)
        most = fmaxf(most, parts[i * line]);
#pragma unroll 8
    for (int i = 0; i < splits; i++) {
        float factor = expf(parts[i * line] - most);
        total += factor * parts[i * line + 1];
        sum += factor * parts[i * line + 2 + d];
    }
    o[(size_t)head * dim + d] = splits > 0 ? sum / total : 0.0f;
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int kv_heads, int group, int capacity,
            int dim) {
    int heads = kv_heads * group;
    if (batch * heads == 0 || dim == 0) return;
    int split = split_size(batch * kv_heads, capacity);
    int splits = splits_of(capacity, split);
    float *parts, scale = 1.0f / sqrtf(dim);
    size_t lines = (size_t)batch * heads * splits;
    cudaMallocAsync(&parts, (lines + 1) * (dim + 2) * sizeof *parts, 0);
    auto kernel = group == 1   ? split_kernel<1>
                  : group == 2 ? split_kernel<2>
                  : group == 4 ? split_kernel<4>
                               : split_kernel<8>;
    if (splits > 0)
        kernel<<<dim3(splits, batch * kv_heads), 32 * WARPS>>>(
            q, k, v, lengths, parts, kv_heads, capacity, dim, split, scale);
    merge_kernel<<<batch * heads, dim>>>(parts, lengths, o, heads, capacity,
                                         dim, split);
    cudaFreeAsync(parts, 0);
}
