// Attention of one query per head over a cache of bytes.

const unsigned ALL = 0xffffffff;
const int COLS = 4; // columns of a lane: dim is at most 128

// TODO: right, but the cache is written out as floats and read again: 1 + 4 + 4 bytes move
// for each byte of it. Read the bytes in the attention kernel, and leave out this one.
__global__ void to_floats(const signed char *x, const float *scales, float *y, int size) {
    size_t at = (size_t)blockIdx.y * size;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
        y[at + i] = scales[blockIdx.y] * x[at + i];
}

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// A head has one warp, however long its cache is.
__global__ void head_kernel(const float *q, const float *k, const float *v,
                            const int *lengths, float *o, int heads, int capacity,
                            int dim) {
    int head = blockIdx.x, length = lengths[head / heads], lane = threadIdx.x;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    float query[COLS], sum[COLS] = {}, most = -INFINITY, total = 0.0f;
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        query[c] = d < dim ? q[(size_t)head * dim + d] / sqrtf(dim) : 0.0f;
    }
    for (int j = 0; j < length; j++) {
        float s = 0.0f;
        for (int c = 0; c < COLS; c++) {
            int d = lane + 32 * c;
            if (d < dim) s += query[c] * k[(size_t)j * dim + d];
        }
        s = warp_sum(s);
        float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
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
        if (d < dim) o[(size_t)head * dim + d] = total > 0 ? sum[c] / total : 0.0f;
    }
}

void decode(const float *q, const signed char *k, const float *k_scales,
            const signed char *v, const float *v_scales, const int *lengths, float *o,
            int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0) return;
    int size = capacity * dim;
    float *room;
    cudaMallocAsync(&room, ((size_t)batch * heads * size * 2 + 1) * sizeof *room, 0);
    float *values = room + (size_t)batch * heads * size;
    if (size > 0) {
        dim3 grid((size + 1023) / 1024, batch * heads);
        to_floats<<<grid, 256>>>(k, k_scales, room, size);
        to_floats<<<grid, 256>>>(v, v_scales, values, size);
    }
    head_kernel<<<batch * heads, 32>>>(q, room, values, lengths, o, heads, capacity, dim);
    cudaFreeAsync(room, 0);
}
