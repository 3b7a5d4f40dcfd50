// rejected by: case more keys (room for the splits of 131072 keys, later keys are left out)
// Attention of one query per head over a cache of bytes.

const unsigned ALL = 0xffffffff;
const int WARPS = 8;
const int SPLIT = 1024; // keys of a block
const int LINES = 128;  // of scratch, for a head
const int EACH = 16;    // columns of a lane
const int TURNS = 2;    // keys of a group of lanes under way

__host__ __device__ int splits_of(int keys) {
    return min((keys + SPLIT - 1) / SPLIT, LINES);
}

__device__ float byte_of(unsigned word, int i) {
    return (float)(signed char)(word >> 8 * i);
}

// A split's line of scratch: the largest score, the sum of weights, dim sums.
template <int LANES> // of a key
__global__ void __launch_bounds__(32 * WARPS)
    split_kernel(const float *q, const signed char *k, const float *k_scales,
                 const signed char *v, const int *lengths, float *parts, int heads,
                 int capacity, int dim) {
    const int GROUPS = 32 / LANES, ALL_GROUPS = WARPS * GROUPS;
    __shared__ float most_of[ALL_GROUPS], total_of[ALL_GROUPS];
    __shared__ float sum_of[WARPS][LANES * EACH];
    int head = blockIdx.y, length = lengths[head / heads];
    int first = blockIdx.x * SPLIT, end = min(first + SPLIT, length);
    if (first >= length) return; // the whole block: there is no such split
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int group = warp * GROUPS + lane / LANES, col = lane % LANES * EACH;
    bool column = col < dim;
    k += (size_t)head * capacity * dim + col;
    v += (size_t)head * capacity * dim + col;
    float scale = k_scales[head] / sqrtf(dim);
    float query[EACH] = {}, sum[EACH] = {}, most = -INFINITY, total = 0.0f;
    if (column) {
#pragma unroll
        for (int i = 0; i < EACH; i += 4) {
            float4 x = *(const float4 *)&q[(size_t)head * dim + col + i];
            query[i] = scale * x.x, query[i + 1] = scale * x.y;
            query[i + 2] = scale * x.z, query[i + 3] = scale * x.w;
        }
    }
    for (int base = first; base < end; base += TURNS * ALL_GROUPS) {
        uint4 x[TURNS], y[TURNS];
#pragma unroll
        for (int t = 0; t < TURNS; t++) {
            int j = base + t * ALL_GROUPS + group;
            x[t] = y[t] = make_uint4(0, 0, 0, 0);
            if (j < end && column) {
                x[t] = *(const uint4 *)(k + (size_t)j * dim);
                y[t] = *(const uint4 *)(v + (size_t)j * dim);
            }
        }
#pragma unroll
        for (int t = 0; t < TURNS; t++) {
            const unsigned xs[] = {x[t].x, x[t].y, x[t].z, x[t].w};
            const unsigned ys[] = {y[t].x, y[t].y, y[t].z, y[t].w};
            float s = 0.0f;
#pragma unroll
            for (int i = 0; i < EACH; i++)
                s += query[i] * byte_of(xs[i / 4], i % 4);
#pragma unroll
            for (int d = LANES / 2; d > 0; d /= 2)
                s += __shfl_xor_sync(ALL, s, d);
            if (base + t * ALL_GROUPS + group >= end) continue; // no such key
            float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
            most = next;
            total = total * keep + p;
#pragma unroll
            for (int i = 0; i < EACH; i++)
                sum[i] = sum[i] * keep + p * byte_of(ys[i / 4], i % 4);
        }
    }
    if (lane % LANES == 0) most_of[group] = most, total_of[group] = total;
    __syncthreads();
    // Group 0 has a key, so the largest score is finite.
    float top = most_of[0];
    for (int w = 1; w < ALL_GROUPS; w++)
        top = fmaxf(top, most_of[w]);
    float factor = expf(most - top);
#pragma unroll
    for (int i = 0; i < EACH; i++) {
        float all = sum[i] * factor;
#pragma unroll
        for (int d = LANES; d < 32; d *= 2)
            all += __shfl_xor_sync(ALL, all, d);
        if (lane < LANES) sum_of[warp][col + i] = all;
    }
    __syncthreads();
    float *part = parts + ((size_t)head * gridDim.x + blockIdx.x) * (dim + 2);
    for (int d = threadIdx.x; d < dim + 2; d += 32 * WARPS) {
        float all = 0.0f;
        if (d == 0)
            all = top;
        else if (d == 1)
            for (int w = 0; w < ALL_GROUPS; w++)
                all += expf(most_of[w] - top) * total_of[w];
        else
            for (int w = 0; w < WARPS; w++)
                all += sum_of[w][d - 2];
        part[d] = all;
    }
}

// A block has a head, a thread a column.
__global__ void merge_kernel(const float *parts, const float *v_scales, const int *lengths,
                             float *o, int heads, int capacity, int dim) {
    int head = blockIdx.x, d = threadIdx.x, line = dim + 2;
    int splits = splits_of(lengths[head / heads]);
    parts += (size_t)head * splits_of(capacity) * line;
    float most = -INFINITY, total = 0.0f, sum = 0.0f;
    for (int i = 0; i < splits; i++)
        most = fmaxf(most, parts[i * line]);
    for (int i = 0; i < splits; i++) {
        float factor = expf(parts[i * line] - most);
        total += factor * parts[i * line + 1];
        sum += factor * parts[i * line + 2 + d];
    }
    o[(size_t)head * dim + d] = splits > 0 ? v_scales[head] * (sum / total) : 0.0f;
}

void decode(const float *q, const signed char *k, const float *k_scales,
            const signed char *v, const float *v_scales, const int *lengths, float *o,
            int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0) return;
    int splits = splits_of(capacity);
    float *parts;
    size_t lines = (size_t)batch * heads * splits;
    cudaMallocAsync(&parts, (lines + 1) * (dim + 2) * sizeof *parts, 0);
    auto kernel = dim <= 16   ? split_kernel<1>
                  : dim <= 32 ? split_kernel<2>
                  : dim <= 64 ? split_kernel<4>
                              : split_kernel<8>;
    if (splits > 0)
        kernel<<<dim3(splits, batch * heads), 32 * WARPS>>>(q, k, k_scales, v, lengths, parts,
                                                            heads, capacity, dim);
    merge_kernel<<<batch * heads, dim>>>(parts, v_scales, lengths, o, heads, capacity, dim);
    cudaFreeAsync(parts, 0);
}
