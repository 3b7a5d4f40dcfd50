// Attention of one query per head over a long cache.

const unsigned ALL = 0xffffffff;
const int COLS = 4; // columns of a lane: dim is at most 128

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// TODO: right, but a head has one warp, however long its cache is.
__global__ void head_kernel(const float *q, const float *k, const float *v,
                            const int *lengths, float *o, int heads,
                            int capacity, int dim, float scale) {
    int head = blockIdx.x, length = lengths[head / heads], lane = threadIdx.x;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    float query[COLS], sum[COLS] = {}, most = -INFINITY, total = 0.0f;
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        query[c] = d < dim ? scale * q[(size_t)head * dim + d] : 0.0f;
    }
    for (int j = 0; j < length; j++) {
        float s = 0.0f;
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            if (d < dim) s += query[c] * k[(size_t)j * dim + d];
        }
        s = warp_sum(s);
        float next = fmaxf(most, s), keep = expf(most - next);
        float p = expf(s - next);
        most = next;
        total = total * keep + p;
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            sum[c] *= keep;
            if (d < dim) sum[c] += p * v[(size_t)j * dim + d];
        }
    }
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        if (d < dim)
            o[(size_t)head * dim + d] = total > 0 ? sum[c] / total : 0.0f;
    }
}

void decode(const float *q, const float *k, const float *v, const int *lengths,
            float *o, int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0 || dim == 0) return;
    head_kernel<<<batch * heads, 32>>>(q, k, v, lengths, o, heads, capacity,
                                       dim, 1.0f / sqrtf(dim));
}
