// rejected by: case more keys (room for the splits of 65536 keys, later keys are left out)
// Attention of one query per head, several heads with the same keys and values.
// The keys are cut into splits, and a second kernel merges them.

const int WARPS = 8;
const int SPLIT = 512; // keys of a block
const int KEYS = 4;    // keys that a warp has under way
const int LINES = 128;  // of scratch, for a head
const unsigned ALL = 0xffffffff;

__host__ __device__ int splits_of(int keys) {
    return min((keys + SPLIT - 1) / SPLIT, LINES);
}

// N sums over the lanes at once: lane l gets the one of s[l % N].
template <int N> __device__ float sums(float (&s)[N], int lane) {
#pragma unroll
    for (int d = 16; d >= N; d /= 2)
#pragma unroll
        for (int i = 0; i < N; i++)
            s[i] += __shfl_xor_sync(ALL, s[i], d);
#pragma unroll
    for (int d = N / 2; d > 0; d /= 2)
#pragma unroll
        for (int i = 0; i < d; i++) {
            bool upper = lane & d;
            float mine = upper ? s[i + d] : s[i], other = upper ? s[i] : s[i + d];
            s[i] = mine + __shfl_xor_sync(ALL, other, d);
        }
    return s[0];
}

// A split's line of scratch: the largest score, the sum of weights, dim sums.
template <int COLS, int GROUP> // columns of a lane; queries of a head of keys
__global__ void __launch_bounds__(32 * WARPS)
    split_kernel(const float *q, const float *k, const float *v, const int *lengths,
                 float *parts, int kv_heads, int capacity, int dim, float scale) {
    const int N = GROUP * KEYS;
    __shared__ float most_of[WARPS][GROUP], total_of[WARPS][GROUP];
    __shared__ float sum_of[WARPS][GROUP][32 * COLS];
    int head = blockIdx.y, length = lengths[head / kv_heads];
    int first = blockIdx.x * SPLIT, end = min(first + SPLIT, length);
    if (first >= length) return; // the whole block: there is no such split
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;

    float query[GROUP][COLS], sum[GROUP][COLS] = {}, most = -INFINITY, total = 0.0f;
#pragma unroll
    for (int g = 0; g < GROUP; g++)
#pragma unroll
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            query[g][c] = d < dim ? scale * q[((size_t)head * GROUP + g) * dim + d] : 0.0f;
        }
    for (int j0 = first + warp * KEYS; j0 < end; j0 += WARPS * KEYS) {
        float key[KEYS][COLS], value[KEYS][COLS], s[N];
#pragma unroll
        for (int j = 0; j < KEYS; j++)
#pragma unroll
            for (int c = 0; c < COLS; c++) {
                int d = lane + 32 * c;
                bool inside = j0 + j < end && d < dim;
                key[j][c] = inside ? k[(size_t)(j0 + j) * dim + d] : 0.0f;
                value[j][c] = inside ? v[(size_t)(j0 + j) * dim + d] : 0.0f;
            }
#pragma unroll
        for (int g = 0; g < GROUP; g++)
#pragma unroll
            for (int j = 0; j < KEYS; j++) {
                float t = 0.0f;
#pragma unroll
                for (int c = 0; c < COLS; c++)
                    t += query[g][c] * key[j][c];
                s[g * KEYS + j] = t;
            }
        // A lane has one pair of query and key.
        float score = sums<N>(s, lane);
        if (j0 + lane % KEYS >= end) score = -INFINITY;
        float next = score;
#pragma unroll
        for (int d = 1; d < KEYS; d *= 2)
            next = fmaxf(next, __shfl_xor_sync(ALL, next, d));
        next = fmaxf(most, next); // finite: the first key exists
        float keep = expf(most - next), p = expf(score - next), weight = p;
#pragma unroll
        for (int d = 1; d < KEYS; d *= 2)
            weight += __shfl_xor_sync(ALL, weight, d);
        total = total * keep + weight;
        most = next;
#pragma unroll
        for (int g = 0; g < GROUP; g++) {
            float factor = __shfl_sync(ALL, keep, g * KEYS);
#pragma unroll
            for (int c = 0; c < COLS; c++)
                sum[g][c] *= factor;
#pragma unroll
            for (int j = 0; j < KEYS; j++) {
                float pj = __shfl_sync(ALL, p, g * KEYS + j);
#pragma unroll
                for (int c = 0; c < COLS; c++)
                    sum[g][c] += pj * value[j][c];
            }
        }
    }
#pragma unroll
    for (int g = 0; g < GROUP; g++)
#pragma unroll
        for (int c = 0; c < COLS; c++)
            sum_of[warp][g][lane + 32 * c] = sum[g][c];
    if (lane < N && lane % KEYS == 0)
        most_of[warp][lane / KEYS] = most, total_of[warp][lane / KEYS] = total;
    __syncthreads();

    // The warps meet. Warp 0 has a key, so the largest score is finite; a warp
    // without one counts with exp(-inf) = 0.
    for (int i = threadIdx.x; i < GROUP * (dim + 2); i += 32 * WARPS) {
        int g = i / (dim + 2), d = i % (dim + 2);
        float top = most_of[0][g], all = 0.0f;
        for (int w = 1; w < WARPS; w++)
            top = fmaxf(top, most_of[w][g]);
        for (int w = 0; w < WARPS; w++)
            all += expf(most_of[w][g] - top) * (d < 2 ? total_of[w][g] : sum_of[w][g][d - 2]);
        size_t line = ((size_t)head * GROUP + g) * gridDim.x + blockIdx.x;
        parts[line * (dim + 2) + d] = d == 0 ? top : all;
    }
}

// A block has a head, a thread a column.
__global__ void merge_kernel(const float *parts, const int *lengths, float *o,
                             int heads, int capacity, int dim) {
    int head = blockIdx.x, d = threadIdx.x, line = dim + 2;
    int splits = splits_of(lengths[head / heads]);
    parts += (size_t)head * splits_of(capacity) * line;
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

template <int COLS>
void start(const float *q, const float *k, const float *v, const int *lengths, float *parts,
           int batch, int kv_heads, int group, int capacity, int dim, int splits) {
    auto kernel = group == 1   ? split_kernel<COLS, 1>
                  : group == 2 ? split_kernel<COLS, 2>
                  : group == 4 ? split_kernel<COLS, 4>
                               : split_kernel<COLS, 8>;
    kernel<<<dim3(splits, batch * kv_heads), 32 * WARPS>>>(
        q, k, v, lengths, parts, kv_heads, capacity, dim, 1.0f / sqrtf(dim));
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int kv_heads, int group, int capacity,
            int dim) {
    int heads = kv_heads * group;
    if (batch * heads == 0 || dim == 0) return;
    int splits = splits_of(capacity);
    float *parts;
    size_t lines = (size_t)batch * heads * splits;
    cudaMallocAsync(&parts, (lines + 1) * (dim + 2) * sizeof *parts, 0);
    auto go = dim <= 32 ? start<1> : dim <= 64 ? start<2> : start<4>;
    if (splits > 0)
        go(q, k, v, lengths, parts, batch, kv_heads, group, capacity, dim, splits);
    merge_kernel<<<batch * heads, dim>>>(parts, lengths, o, heads, capacity, dim);
    cudaFreeAsync(parts, 0);
}
