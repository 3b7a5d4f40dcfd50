// rejected by: gate bytes_per_request (a lane loads one float at a time)
// Attention of one query per head over a cache that lies in pages.

const unsigned ALL = 0xffffffff;
const int PAGE = 16; // tokens

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

const int COLS = 4; // columns of a lane: dim is at most 128

__global__ void head_kernel(const float *q, const float *k, const float *v, const int *starts,
                            const int *table, const int *last, float *o, int dim,
                            float scale) {
    int h = blockIdx.x, heads = gridDim.x, b = blockIdx.y, lane = threadIdx.x;
    int first = starts[b], count = starts[b + 1] - first;
    int length = count > 0 ? (count - 1) * PAGE + last[b] : 0;
    q += ((size_t)b * heads + h) * dim;
    o += ((size_t)b * heads + h) * dim;
    float query[COLS], sum[COLS] = {}, most = -INFINITY, total = 0.0f;
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        query[c] = d < dim ? scale * q[d] : 0.0f;
    }
    for (int t = 0; t < length; t++) {
        size_t row = ((size_t)table[first + t / PAGE] * heads + h) * PAGE + t % PAGE;
        float s = 0.0f;
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            if (d < dim) s += query[c] * k[row * dim + d];
        }
        s = warp_sum(s);
        float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
        most = next;
        total = total * keep + p;
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            sum[c] *= keep;
            if (d < dim) sum[c] += p * v[row * dim + d];
        }
    }
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        if (d < dim) o[d] = total > 0 ? sum[c] / total : 0.0f;
    }
}

void decode_paged(const float *q, const float *k, const float *v, const int *starts,
                  const int *table, const int *last, float *o, int batch, int heads,
                  int pages, int dim) {
    if (batch * heads == 0) return;
    head_kernel<<<dim3(heads, batch), 32>>>(q, k, v, starts, table, last, o, dim,
                                            1.0f / sqrtf(dim));
}
