// rejected by: case (takes last[b] for the number of the last token)
// says: One token too many is read from the last page: last[b] is how many tokens it has, so the last one is row last[b] - 1.
// One block of 8 warps per head and sequence; a warp takes every 8th page.
const unsigned ALL = 0xffffffff;
const int PAGE = 16, WARPS = 8;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(ALL, v, d);
    return v;
}

__global__ void head_kernel(const float *q, const float *k, const float *v, const int *starts,
                            const int *table, const int *last, float *o, int dim, float scale) {
    __shared__ float mosts[WARPS], totals[WARPS];
    __shared__ float4 sums[WARPS][32];
    int h = blockIdx.x, heads = gridDim.x, b = blockIdx.y;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = starts[b], end = starts[b + 1];
    bool mine = lane * 4 < dim;
    float4 zero = make_float4(0, 0, 0, 0), qq = zero, sum = zero;
    float most = -INFINITY, total = 0;
    size_t head = ((size_t)b * heads + h) * dim;
    if (mine) qq = ((const float4 *)(q + head))[lane];
    for (int p = first + warp; p < end; p += WARPS) {
        int rows = p == end - 1 ? last[b] + 1 : PAGE;
        size_t base = ((size_t)table[p] * heads + h) * PAGE * dim;
        float s[PAGE + 1], next = most;
        for (int r = 0; r < rows; r++) {
            s[r] = -INFINITY;
            if (r < rows) {
                float4 kk = mine ? ((const float4 *)(k + base + r * dim))[lane] : zero;
                s[r] = scale * warp_sum(qq.x * kk.x + qq.y * kk.y + qq.z * kk.z + qq.w * kk.w);
                next = fmaxf(next, s[r]);
            }
        }
        float keep = expf(most - next);
        most = next;
        total *= keep;
        sum.x *= keep, sum.y *= keep, sum.z *= keep, sum.w *= keep;
        for (int r = 0; r < rows; r++)
            if (r < rows) {
                float w = expf(s[r] - most);
                float4 vv = mine ? ((const float4 *)(v + base + r * dim))[lane] : zero;
                total += w;
                sum.x += w * vv.x, sum.y += w * vv.y, sum.z += w * vv.z, sum.w += w * vv.w;
            }
    }
    sums[warp][lane] = sum;
    if (lane == 0) mosts[warp] = most, totals[warp] = total;
    __syncthreads();
    if (warp > 0) return;
    most = -INFINITY;
    for (int w = 0; w < WARPS; w++) most = fmaxf(most, mosts[w]);
    total = 0, sum = zero;
    for (int w = 0; w < WARPS; w++) {
        float f = most == -INFINITY ? 0 : expf(mosts[w] - most);
        total += f * totals[w];
        float4 x = sums[w][lane];
        sum.x += f * x.x, sum.y += f * x.y, sum.z += f * x.z, sum.w += f * x.w;
    }
    float inv = total > 0 ? 1 / total : 0;
    if (mine) ((float4 *)(o + head))[lane] = make_float4(sum.x * inv, sum.y * inv, sum.z * inv, sum.w * inv);
}

void decode_paged(const float *q, const float *k, const float *v, const int *starts,
                  const int *table, const int *last, float *o, int batch, int heads,
                  int pages, int dim) {
    if (batch * heads == 0) return;
    head_kernel<<<dim3(heads, batch), 32 * WARPS>>>(q, k, v, starts, table, last, o, dim, 1.0f / sqrtf(dim));
}
