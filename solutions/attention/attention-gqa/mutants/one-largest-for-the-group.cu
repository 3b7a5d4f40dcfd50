// rejected by: case group of (the queries of a group share one largest score)
// says: All queries of the group share one largest score, and each rescales its sums by a change that another query made. Keep a largest score for each query.
// One block of 8 warps for each head of keys and split of 256 keys; each lane keeps all queries of the group.
const unsigned ALL = 0xffffffff;
const int WARPS = 8, SPLIT = 256, MOST = 8;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(ALL, v, d);
    return v;
}

template <int G>
__global__ void part_kernel(const float *q, const float *k, const float *v, const int *lengths, float *parts,
                            int kv_heads, int capacity, int dim, float scale) {
    __shared__ float mosts[WARPS][G], totals[WARPS][G];
    __shared__ float sums[WARPS][128];
    int head = blockIdx.y, b = head / kv_heads, length = lengths[b];
    int first = blockIdx.x * SPLIT, end = min(first + SPLIT, length);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (first >= length) return;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    float qq[G][4], sum[G][4] = {}, most[G], total[G];
    for (int g = 0; g < G; g++) {
        most[g] = -INFINITY, total[g] = 0;
        for (int c = 0; c < 4; c++) {
            int d = lane + 32 * c;
            qq[g][c] = d < dim ? q[((size_t)head * G + g) * dim + d] * scale : 0;
        }
    }
    for (int j = first + warp; j < end; j += WARPS) {
        float kk[4], vv[4];
        for (int c = 0; c < 4; c++) {
            int d = lane + 32 * c;
            kk[c] = d < dim ? k[(size_t)j * dim + d] : 0;
            vv[c] = d < dim ? v[(size_t)j * dim + d] : 0;
        }
        for (int g = 0; g < G; g++) {
            float s = 0;
            for (int c = 0; c < 4; c++) s += qq[g][c] * kk[c];
            s = warp_sum(s);
            float next = fmaxf(most[0], s), keep = expf(most[0] - next), p = expf(s - next);
            most[0] = next;
            total[g] = total[g] * keep + p;
            for (int c = 0; c < 4; c++) sum[g][c] = sum[g][c] * keep + p * vv[c];
        }
    }
    if (lane == 0)
        for (int g = 0; g < G; g++) mosts[warp][g] = most[0], totals[warp][g] = total[g];
    for (int g = 0; g < G; g++) {
        for (int c = 0; c < 4; c++) sums[warp][lane + 32 * c] = sum[g][c];
        __syncthreads();
        float m = -INFINITY, t = 0, s = 0;
        for (int w = 0; w < WARPS; w++) m = fmaxf(m, mosts[w][g]);
        for (int w = 0; w < WARPS; w++) {
            float f = expf(mosts[w][g] - m);
            t += f * totals[w][g];
            if (threadIdx.x < dim) s += f * sums[w][threadIdx.x];
        }
        float *part = parts + (((size_t)head * G + g) * gridDim.x + blockIdx.x) * (dim + 2);
        if (threadIdx.x < dim) part[2 + threadIdx.x] = s;
        if (threadIdx.x == 0) part[0] = m, part[1] = t;
        __syncthreads();
    }
}

__global__ void merge_kernel(const float *parts, const int *lengths, float *o, int heads, int splits, int dim) {
    int head = blockIdx.x, d = threadIdx.x;
    int n = (lengths[head / heads] + SPLIT - 1) / SPLIT;
    parts += (size_t)head * splits * (dim + 2);
    float most = -INFINITY, total = 0, sum = 0;
    for (int i = 0; i < n; i++) most = fmaxf(most, parts[i * (dim + 2)]);
    for (int i = 0; i < n; i++) {
        const float *p = parts + i * (dim + 2);
        float f = expf(p[0] - most);
        total += f * p[1];
        sum += f * p[2 + d];
    }
    o[(size_t)head * dim + d] = n > 0 ? sum / total : 0;
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int kv_heads, int group, int capacity,
            int dim) {
    int heads = kv_heads * group;
    if (batch * heads == 0 || dim == 0) return;
    int splits = (capacity + SPLIT - 1) / SPLIT;
    float *parts;
    cudaMallocAsync(&parts, ((size_t)batch * heads * splits + 1) * (dim + 2) * sizeof(float), 0);
    auto kernel = group == 1 ? part_kernel<1> : group == 2 ? part_kernel<2> : group == 4 ? part_kernel<4> : part_kernel<8>;
    if (splits > 0)
        kernel<<<dim3(splits, batch * kv_heads), 32 * WARPS>>>(q, k, v, lengths, parts, kv_heads, capacity, dim, 1.0f / sqrtf(dim));
    merge_kernel<<<batch * heads, dim>>>(parts, lengths, o, heads, splits, dim);
    cudaFreeAsync(parts, 0);
}
