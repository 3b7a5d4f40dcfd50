// rejected by: case all scores far below zero (the largest score so far begins at 0)
// says: The largest score so far begins at 0. If all scores are far below 0, every exp(score - largest) becomes 0. It has to begin below any score.
// Attention of one query per head over a cache that lies in pages. A block has one head of
// one sequence, and its warps take pages in turn: one look-up for 16 keys.

const unsigned ALL = 0xffffffff;
const int PAGE = 16; // tokens

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

const int WARPS = 8;
const int GROUP = 4; // keys that a warp has under way

__device__ float dot(float4 a, float4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// sum = sum * keep + p * v
__device__ void scale_add(float4 &sum, float keep, float p, float4 v) {
    sum.x = sum.x * keep + p * v.x;
    sum.y = sum.y * keep + p * v.y;
    sum.z = sum.z * keep + p * v.z;
    sum.w = sum.w * keep + p * v.w;
}

// The softmax so far, of the keys that a warp has seen. A lane has four columns of sum.
struct Softmax {
    float most, total;
    float4 sum;
};

// n keys of one page: rows of `quads` float4, neighbours in memory.
__device__ void add_page(Softmax &s, float4 query, const float4 *k, const float4 *v, int n,
                         int quads) {
    int lane = threadIdx.x % 32;
    for (int j0 = 0; j0 < n; j0 += GROUP) {
        float4 key[GROUP] = {}, value[GROUP] = {};
        for (int g = 0; g < GROUP; g++)
            if (j0 + g < n && lane < quads) {
                key[g] = k[(j0 + g) * quads + lane];
                value[g] = v[(j0 + g) * quads + lane];
            }
        float score[GROUP], next = s.most;
        for (int g = 0; g < GROUP; g++) {
            score[g] = warp_sum(dot(query, key[g]));
            if (j0 + g >= n) score[g] = -INFINITY;
            next = fmaxf(next, score[g]);
        }
        float keep = expf(s.most - next); // the first key exists: next is finite
        s.most = next;
        s.total *= keep;
        for (int g = 0; g < GROUP; g++) {
            float p = expf(score[g] - next);
            s.total += p;
            scale_add(s.sum, g == 0 ? keep : 1.0f, p, value[g]);
        }
    }
}

__global__ void page_kernel(const float *q, const float4 *k, const float4 *v,
                            const int *starts, const int *table, const int *last, float *o,
                            int dim, float scale) {
    __shared__ float most_of[WARPS], total_of[WARPS];
    __shared__ float4 sum_of[WARPS][32];
    int h = blockIdx.x, heads = gridDim.x, b = blockIdx.y, quads = dim / 4;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = starts[b], end = starts[b + 1];
    q += ((size_t)b * heads + h) * dim;
    o += ((size_t)b * heads + h) * dim;

    float4 query = {};
    if (lane < quads) query = ((const float4 *)q)[lane];
    query = {scale * query.x, scale * query.y, scale * query.z, scale * query.w};
    Softmax s = {0.0f, 0.0f, {}};
    for (int i = first + warp; i < end; i += WARPS) {
        size_t at = ((size_t)table[i] * heads + h) * PAGE * quads;
        add_page(s, query, k + at, v + at, i == end - 1 ? last[b] : PAGE, quads);
    }
    sum_of[warp][lane] = s.sum;
    if (lane == 0) {
        most_of[warp] = s.most;
        total_of[warp] = s.total;
    }
    __syncthreads();

    // Warp 0 has a page if there is one, so the largest score is finite; a warp without a
    // page counts with exp(-inf) = 0.
    int d = threadIdx.x;
    if (d >= dim) return;
    float most = 0.0f, total = 0.0f, sum = 0.0f;
    for (int w = 0; w < WARPS; w++)
        most = fmaxf(most, most_of[w]);
    for (int w = 0; w < WARPS; w++) {
        float factor = expf(most_of[w] - most);
        total += factor * total_of[w];
        sum += factor * ((const float *)sum_of[w])[d];
    }
    o[d] = first < end ? sum / total : 0.0f;
}

void decode_paged(const float *q, const float *k, const float *v, const int *starts,
                  const int *table, const int *last, float *o, int batch, int heads,
                  int pages, int dim) {
    if (batch * heads == 0) return;
    page_kernel<<<dim3(heads, batch), 32 * WARPS>>>(q, (const float4 *)k, (const float4 *)v,
                                                    starts, table, last, o, dim,
                                                    1.0f / sqrtf(dim));
}
