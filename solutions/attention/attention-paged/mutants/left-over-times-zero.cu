// rejected by: case no numbers in what is left over (the rows after the last token are multiplied by a weight of 0)
// says: Rows after the last token are read and get the weight 0. They may hold infinity or NaN, and 0 times that is NaN: do not use these rows at all.
// Attention of one query per head over a cache that lies in pages.

const unsigned ALL = 0xffffffff;
const int PAGE = 16; // tokens
const int WARPS = 4;
const int KEYS = 4;  // under way at a time

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__global__ void __launch_bounds__(32 * WARPS)
    head_kernel(const float *q, const float *k, const float *v, const int *starts,
                const int *table, const int *last, float *o, int dim, float scale) {
    __shared__ float most_of[WARPS], total_of[WARPS];
    __shared__ float4 sum_of[WARPS][32];
    int h = blockIdx.x, heads = gridDim.x, b = blockIdx.y;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = starts[b], count = starts[b + 1] - first;
    bool column = 4 * lane < dim;
    int step = dim / 4; // float4 from row to row
    size_t at = ((size_t)b * heads + h) * step + lane;
    const float4 zero = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (count == 0) {
        if (column && warp == 0) ((float4 *)o)[at] = zero;
        return; // the whole block
    }
    int left = last[b]; // of the last page
    float4 query = column ? ((const float4 *)q)[at] : zero, sum = zero;
    query.x *= scale, query.y *= scale, query.z *= scale, query.w *= scale;
    float most = -INFINITY, total = 0.0f;
    for (int i = warp; i < count; i += WARPS) {
        int page = table[first + i], tokens = i == count - 1 ? left : PAGE;
        size_t from = ((size_t)page * heads + h) * PAGE * step + lane;
        const float4 *keys = (const float4 *)k + from, *values = (const float4 *)v + from;
        for (int t0 = 0; t0 < tokens; t0 += KEYS) {
            float4 x[KEYS], y[KEYS];
#pragma unroll
            for (int t = 0; t < KEYS; t++) {
                bool inside = column;
                x[t] = inside ? keys[(t0 + t) * step] : zero;
                y[t] = inside ? values[(t0 + t) * step] : zero;
            }
            float s[KEYS], next = most;
#pragma unroll
            for (int t = 0; t < KEYS; t++) {
                s[t] = warp_sum(query.x * x[t].x + query.y * x[t].y + query.z * x[t].z +
                                query.w * x[t].w);
                if (t0 + t >= tokens) s[t] = -INFINITY; // has no weight
                next = fmaxf(next, s[t]);
            }
            float keep = expf(most - next); // the first key exists: next is finite
            most = next;
            total *= keep;
            sum.x *= keep, sum.y *= keep, sum.z *= keep, sum.w *= keep;
#pragma unroll
            for (int t = 0; t < KEYS; t++) {
                float p = expf(s[t] - most);
                total += p;
                sum.x += p * y[t].x, sum.y += p * y[t].y;
                sum.z += p * y[t].z, sum.w += p * y[t].w;
            }
        }
    }
    sum_of[warp][lane] = sum;
    if (lane == 0) most_of[warp] = most, total_of[warp] = total;
    __syncthreads();
    if (warp > 0) return;
    // Warp 0 has a page; a warp without one counts with exp(-inf) = 0.
    most = most_of[0];
    for (int w = 1; w < WARPS; w++)
        most = fmaxf(most, most_of[w]);
    total = 0.0f, sum = zero;
    for (int w = 0; w < WARPS; w++) {
        float factor = expf(most_of[w] - most);
        float4 a = sum_of[w][lane];
        total += factor * total_of[w];
        sum.x += factor * a.x, sum.y += factor * a.y;
        sum.z += factor * a.z, sum.w += factor * a.w;
    }
    if (column)
        ((float4 *)o)[at] =
            make_float4(sum.x / total, sum.y / total, sum.z / total, sum.w / total);
}

void decode_paged(const float *q, const float *k, const float *v, const int *starts,
                  const int *table, const int *last, float *o, int batch, int heads,
                  int pages, int dim) {
    if (batch * heads == 0) return;
    head_kernel<<<dim3(heads, batch), 32 * WARPS>>>(q, k, v, starts, table, last, o, dim,
                                                    1.0f / sqrtf(dim));
}
