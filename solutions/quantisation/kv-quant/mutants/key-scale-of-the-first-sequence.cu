// rejected by: case (all sequences take the key scales of the first)
// says: Every sequence takes the scales of its keys from sequence 0. There is one for each head of each sequence: k_scales[b * heads + h].
// A block of eight warps for each head; a lane has four columns of a key, as one char4.
__global__ void decode_kernel(const float *q, const signed char *k, const float *k_scales, const signed char *v, const float *v_scales, const int *lengths, float *o, int heads, int capacity, int dim) {
    __shared__ float ms[8], ts[8], os[8][128];
    int head = blockIdx.x, lane = threadIdx.x % 32, w = threadIdx.x / 32;
    int length = lengths[head / heads];
    size_t base = (size_t)head * capacity * dim;
    bool in = lane * 4 < dim;
    float qv[4] = {}, sum[4] = {}, m = -INFINITY, total = 0;
    if (in) for (int e = 0; e < 4; e++) qv[e] = k_scales[head % heads] * q[(size_t)head * dim + lane * 4 + e] / sqrtf(dim);
    for (int j = w; j < length; j += 8) {
        float s = 0;
        signed char b[4] = {};
        if (in) *(int *)b = *(const int *)&k[base + (size_t)j * dim + lane * 4];
        for (int e = 0; e < 4; e++) s += qv[e] * b[e];
        for (int x = 16; x; x /= 2) s += __shfl_xor_sync(~0u, s, x);
        float n = fmaxf(m, s), pr = expf(s - n);
        float keep = expf(m - n);
        m = n;
        total = total * keep + pr;
        if (in) *(int *)b = *(const int *)&v[base + (size_t)j * dim + lane * 4];
        for (int e = 0; e < 4; e++) sum[e] = sum[e] * keep + pr * b[e];
    }
    if (lane == 0) { ms[w] = m; ts[w] = total; }
    for (int e = 0; e < 4; e++) if (in) os[w][lane * 4 + e] = sum[e];
    __syncthreads();
    float all = -INFINITY, tot = 0, acc = 0;
    for (int x = 0; x < 8; x++) all = fmaxf(all, ms[x]);
    int c = threadIdx.x;
    if (c >= dim) return;
    for (int x = 0; x < 8; x++) {
        float f = ms[x] == -INFINITY ? 0 : expf(ms[x] - all);
        tot += f * ts[x];
        acc += f * os[x][c];
    }
    o[(size_t)head * dim + c] = tot > 0 ? v_scales[head] * acc / tot : 0.0f;
}

void decode(const float *q, const signed char *k, const float *k_scales, const signed char *v, const float *v_scales, const int *lengths, float *o, int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0) return;
    decode_kernel<<<batch * heads, 256>>>(q, k, k_scales, v, v_scales, lengths, o, heads, capacity, dim);
}
