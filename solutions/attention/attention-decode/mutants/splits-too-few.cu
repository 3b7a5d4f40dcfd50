// rejected by: case a long cache (8 splits of 512 keys, however long the cache is)
// says: All splits together hold fewer keys than the longest cache has, and the keys after the last split are left out. Fix the number of splits or their length, and compute the other from the length of the cache.
const unsigned ALL = 0xffffffff;
const int COLS = 4, WARPS = 4;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(ALL, v, d);
    return v;
}

// scratch per slice: maximum, total, 128 sums
__global__ void split_kernel(const float *q, const float *k, const float *v, const int *lengths,
                             float *scratch, int heads, int capacity, int dim, int slices,
                             float scale) {
    int head = blockIdx.y, length = lengths[head / heads], lane = threadIdx.x % 32;
    int slice = blockIdx.x * WARPS + threadIdx.x / 32;
    int per = 512;
    int from = slice * per, to = min(from + per, length);
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    float query[COLS], sum[COLS] = {}, most = -INFINITY, total = 0.0f;
    for (int c = 0; c < COLS; c++) {
        int d = lane + 32 * c;
        query[c] = d < dim ? scale * q[(size_t)head * dim + d] : 0.0f;
    }
    for (int j = from; j < to; j++) {
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
    float *mine = scratch + ((size_t)head * slices + slice) * 130;
    if (lane == 0) {
        mine[0] = most;
        mine[1] = total;
    }
    for (int c = 0; c < COLS; c++) mine[2 + lane + 32 * c] = sum[c];
}

__global__ void merge_kernel(const float *scratch, float *o, int dim, int slices) {
    int head = blockIdx.x, d = threadIdx.x;
    const float *s = scratch + (size_t)head * slices * 130;
    float m = -INFINITY, total = 0.0f, sum = 0.0f;
    for (int i = 0; i < slices; i++) m = fmaxf(m, s[i * 130]);
    for (int i = 0; i < slices; i++) {
        float f = s[i * 130 + 1] > 0.0f ? expf(s[i * 130] - m) : 0.0f;
        total += f * s[i * 130 + 1];
        sum += f * s[i * 130 + 2 + d];
    }
    if (d < dim) o[(size_t)head * dim + d] = total > 0.0f ? sum / total : 0.0f;
}

void decode(const float *q, const float *k, const float *v, const int *lengths, float *o,
            int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0 || dim == 0) return;
    int slices = 8;
    float *scratch;
    cudaMallocAsync(&scratch, sizeof(float) * batch * heads * slices * 130, 0);
    split_kernel<<<dim3(slices / WARPS, batch * heads), 32 * WARPS>>>(
        q, k, v, lengths, scratch, heads, capacity, dim, slices, 1.0f / sqrtf(dim));
    merge_kernel<<<batch * heads, 128>>>(scratch, o, dim, slices);
    cudaFreeAsync(scratch, 0);
}
