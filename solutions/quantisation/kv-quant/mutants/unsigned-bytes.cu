// rejected by: case (bytes from 128 on are taken for positive)
// says: The bytes are read without a sign, so those below 0 become 128 and more. They are signed char.
// Attention of one query per head over a cache of bytes. LANES lanes have a key, 16 bytes
// of it each; the bytes become floats in registers, and nowhere else.
//
//   score  = (q . k) * k_scale / sqrt(dim)     into the query, once
//   result = (sum of p * v) * v_scale          at the very end, once

const int THREADS = 256;
const int SPLIT = 1024; // keys of a block
const int KEYS = 4;     // of a group of lanes: their loads are under way together
const int EACH = 16;    // columns of a lane: a load of 16 bytes
const unsigned ALL = 0xffffffff;

// Column i of the lane's 16.
__device__ float value_of(const uint4 &bytes, int i) {
    unsigned word = i < 4 ? bytes.x : i < 8 ? bytes.y : i < 12 ? bytes.z : bytes.w;
    return (unsigned char)(word >> 8 * (i % 4));
}

// A split's line of scratch: the largest score, the sum of weights, dim sums.
template <int LANES>
__global__ void split_kernel(const float *q, const signed char *k, const float *k_scales,
                             const signed char *v, const int *lengths, float *parts,
                             int heads, int capacity, int dim) {
    const int GROUPS = THREADS / LANES;
    __shared__ float most_of[GROUPS], total_of[GROUPS], sum_of[GROUPS][LANES * EACH];
    int head = blockIdx.y, length = lengths[head / heads];
    int first = blockIdx.x * SPLIT, end = min(first + SPLIT, length);
    if (first >= length) return; // the whole block: there is no such split
    int group = threadIdx.x / LANES, col = threadIdx.x % LANES * EACH;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;

    float scale = k_scales[head] / sqrtf(dim);
    float query[EACH], sum[EACH] = {}, most = -INFINITY, total = 0.0f;
#pragma unroll
    for (int i = 0; i < EACH; i++)
        query[i] = col < dim ? scale * q[(size_t)head * dim + col + i] : 0.0f;

    // All lanes of a warp go round equally often: they meet in the shuffles.
    for (int j0 = first; j0 < end; j0 += GROUPS * KEYS) {
        uint4 key[KEYS], value[KEYS];
#pragma unroll
        for (int g = 0; g < KEYS; g++) {
            int j = j0 + g * GROUPS + group;
            bool there = j < end && col < dim;
            size_t at = (size_t)j * dim + col;
            key[g] = there ? *(const uint4 *)&k[at] : uint4{};
            value[g] = there ? *(const uint4 *)&v[at] : uint4{};
        }
#pragma unroll
        for (int g = 0; g < KEYS; g++) {
            float s = 0.0f;
#pragma unroll
            for (int i = 0; i < EACH; i++)
                s += query[i] * value_of(key[g], i);
            for (int d = LANES / 2; d > 0; d /= 2)
                s += __shfl_xor_sync(ALL, s, d);
            if (j0 + g * GROUPS + group >= end) continue;
            float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
            most = next;
            total = total * keep + p;
#pragma unroll
            for (int i = 0; i < EACH; i++)
                sum[i] = sum[i] * keep + p * value_of(value[g], i);
        }
    }
    for (int i = 0; i < EACH; i++)
        sum_of[group][col + i] = sum[i];
    if (col == 0) most_of[group] = most, total_of[group] = total;
    __syncthreads();

    // The groups meet. Group 0 has a key, so the largest score is finite; a group without
    // one counts with exp(-inf) = 0.
    float *part = parts + ((size_t)head * gridDim.x + blockIdx.x) * (dim + 2);
    most = most_of[0];
    for (int g = 1; g < GROUPS; g++)
        most = fmaxf(most, most_of[g]);
    total = 0.0f;
    float all = 0.0f;
    int d = threadIdx.x;
    for (int g = 0; g < GROUPS; g++) {
        float factor = expf(most_of[g] - most);
        total += factor * total_of[g];
        if (d < dim) all += factor * sum_of[g][d];
    }
    if (d < dim) part[2 + d] = all;
    if (d == 0) part[0] = most, part[1] = total;
}

// A block has a head, a thread a column.
__global__ void merge_kernel(const float *parts, const float *v_scales,
                             const int *lengths, float *o, int heads, int splits_room,
                             int dim) {
    int head = blockIdx.x, d = threadIdx.x, line = dim + 2;
    int splits = (lengths[head / heads] + SPLIT - 1) / SPLIT;
    parts += (size_t)head * splits_room * line;
    float most = -INFINITY, total = 0.0f, sum = 0.0f;
    for (int i = 0; i < splits; i++)
        most = fmaxf(most, parts[i * line]);
    for (int i = 0; i < splits; i++) {
        float factor = expf(parts[i * line] - most);
        total += factor * parts[i * line + 1];
        sum += factor * parts[i * line + 2 + d];
    }
    o[(size_t)head * dim + d] = splits > 0 ? v_scales[head] * sum / total : 0.0f;
}

void decode(const float *q, const signed char *k, const float *k_scales,
            const signed char *v, const float *v_scales, const int *lengths, float *o,
            int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0) return;
    int splits = (capacity + SPLIT - 1) / SPLIT;
    float *parts;
    size_t lines = (size_t)batch * heads * splits;
    cudaMallocAsync(&parts, (lines + 1) * (dim + 2) * sizeof *parts, 0);
    auto kernel = dim <= 32   ? split_kernel<2>
                  : dim <= 64 ? split_kernel<4>
                              : split_kernel<8>;
    if (splits > 0)
        kernel<<<dim3(splits, batch * heads), THREADS>>>(q, k, k_scales, v, lengths, parts,
                                                         heads, capacity, dim);
    merge_kernel<<<batch * heads, dim>>>(parts, v_scales, lengths, o, heads, splits, dim);
    cudaFreeAsync(parts, 0);
}
