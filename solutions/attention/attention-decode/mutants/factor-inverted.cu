// rejected by: case a long cache (the factor of a split is exp(m - m_i), not exp(m_i - m))
// says: The factor of a split is exp(m - m_i). A split whose largest score is smaller must get smaller sums: look at the sign of the exponent.
// Attention of one query per head over a long cache. The keys of a head are cut
// into splits; a block finds the largest score, the sum of the weights and the
// weighted sum of the values of its split, and a second kernel merges them.

const int WARPS = 8;
const int SPLIT = 512; // keys of a block
const int GROUP = 4;   // keys that a warp has under way
const unsigned ALL = 0xffffffff;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__device__ int splits_of(int keys) {
    return (keys + SPLIT - 1) / SPLIT;
}

// A split's line of scratch: the largest score, the sum of weights, dim sums.
template <int COLS> // columns of a lane: dim is at most 32 * COLS
__global__ void split_kernel(const float *q, const float *k, const float *v,
                             const int *lengths, float *parts, int heads,
                             int capacity, int dim, float scale) {
    __shared__ float most_of[WARPS], total_of[WARPS], sum_of[WARPS][32 * COLS];
    int head = blockIdx.y, length = lengths[head / heads];
    int first = blockIdx.x * SPLIT, end = min(first + SPLIT, length);
    if (first >= length) return; // the whole block: there is no such split
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;

    float query[COLS], sum[COLS] = {}, most = -INFINITY, total = 0.0f;
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        query[c] = d < dim ? scale * q[(size_t)head * dim + d] : 0.0f;
    }
    for (int j0 = first + warp * GROUP; j0 < end; j0 += WARPS * GROUP) {
        float s[GROUP] = {};
        for (int g = 0; g < GROUP; g++)
            for (int c = 0; c < COLS; c++) {
                int j = j0 + g, d = lane + 32 * c;
                if (j < end && d < dim)
                    s[g] += query[c] * k[(size_t)j * dim + d];
            }
        // The values are on their way while the scores are summed.
        float value[GROUP][COLS];
        for (int g = 0; g < GROUP; g++)
            for (int c = 0; c < COLS; c++) {
                int j = j0 + g, d = lane + 32 * c;
                bool there = j < end && d < dim;
                value[g][c] = there ? v[(size_t)j * dim + d] : 0.0f;
            }
        float next = most;
        for (int g = 0; g < GROUP; g++) {
            s[g] = warp_sum(s[g]);
            if (j0 + g >= end) s[g] = -INFINITY;
            next = fmaxf(next, s[g]);
        }
        // The first key of a group exists, so next is finite.
        float keep = expf(most - next);
        most = next;
        total *= keep;
        for (int c = 0; c < COLS; c++)
            sum[c] *= keep;
        for (int g = 0; g < GROUP; g++) {
            float p = expf(s[g] - most);
            total += p;
            for (int c = 0; c < COLS; c++)
                sum[c] += p * value[g][c];
        }
    }
    for (int c = 0; c < COLS; c++)
        sum_of[warp][lane + 32 * c] = sum[c];
    if (lane == 0) most_of[warp] = most, total_of[warp] = total;
    __syncthreads();

    // The warps meet. Warp 0 has a key, so the largest score is finite; a warp
    // without one counts with exp(-inf) = 0.
    float *part = parts + ((size_t)head * gridDim.x + blockIdx.x) * (dim + 2);
    most = most_of[0];
    for (int w = 1; w < WARPS; w++)
        most = fmaxf(most, most_of[w]);
    for (int d = threadIdx.x; d < dim; d += 32 * WARPS) {
        float all = 0.0f;
        for (int w = 0; w < WARPS; w++)
            all += expf(most_of[w] - most) * sum_of[w][d];
        part[2 + d] = all;
    }
    if (threadIdx.x > 0) return;
    total = 0.0f;
    for (int w = 0; w < WARPS; w++)
        total += expf(most_of[w] - most) * total_of[w];
    part[0] = most;
    part[1] = total;
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
        float factor = expf(most - parts[i * line]);
        total += factor * parts[i * line + 1];
        sum += factor * parts[i * line + 2 + d];
    }
    o[(size_t)head * dim + d] = splits > 0 ? sum / total : 0.0f;
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0 || dim == 0) return;
    int splits = (capacity + SPLIT - 1) / SPLIT;
    float *parts, scale = 1.0f / sqrtf(dim);
    size_t lines = (size_t)batch * heads * splits;
    cudaMallocAsync(&parts, (lines + 1) * (dim + 2) * sizeof *parts, 0);
    auto kernel = dim <= 32   ? split_kernel<1>
                  : dim <= 64 ? split_kernel<2>
                              : split_kernel<4>;
    if (splits > 0)
        kernel<<<dim3(splits, batch * heads), 32 * WARPS>>>(
            q, k, v, lengths, parts, heads, capacity, dim, scale);
    merge_kernel<<<batch * heads, dim>>>(parts, lengths, o, heads, capacity,
                                         dim);
    cudaFreeAsync(parts, 0);
}
