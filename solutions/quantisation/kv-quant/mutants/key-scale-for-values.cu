// rejected by: case (the result is multiplied by the scale of the keys)
// says: The result is multiplied by the scale of the keys. It needs the scale of the values.
const unsigned ALL = 0xffffffff;
const int SPLIT = 256, WARPS = 4;

// A warp reads 32 * 16 bytes of keys: eight lanes (or dim / 16) for each key
__global__ void split_kernel(const float *q, const signed char *k,
                             const float *k_scales, const signed char *v,
                             const int *lengths, float *part, int heads,
                             int capacity, int dim, int splits) {
    int head = blockIdx.y, split = blockIdx.x, length = lengths[head / heads];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    k += (size_t)head * capacity * dim;
    v += (size_t)head * capacity * dim;
    int width = 1; // lanes of a key: a power of two
    while (width * 16 < dim)
        width *= 2;
    int group = lane / width, groups = 32 / width, col = lane % width * 16;
    bool there = col < dim;
    float query[16], sum[16] = {}, most = -INFINITY, total = 0.0f;
    float scale = k_scales[head] / sqrtf(dim);
    for (int c = 0; c < 16; c++)
        query[c] = there ? scale * q[(size_t)head * dim + col + c] : 0.0f;
    int first = split * SPLIT, n = min(SPLIT, length - first);
    for (int j0 = warp * groups; j0 < n; j0 += WARPS * groups) {
        int j = j0 + group;
        bool on = there && j < n;
        int4 kw = make_int4(0, 0, 0, 0), vw = kw;
        if (on) {
            kw = *(const int4 *)&k[(size_t)(first + j) * dim + col];
            vw = *(const int4 *)&v[(size_t)(first + j) * dim + col];
        }
        const signed char *kb = (const signed char *)&kw,
                          *vb = (const signed char *)&vw;
        float s = 0.0f;
        for (int c = 0; c < 16; c++)
            s += query[c] * kb[c];
        for (int d = width / 2; d > 0; d /= 2)
            s += __shfl_xor_sync(ALL, s, d);
        if (j >= n) s = -INFINITY;
        float next = fmaxf(most, s);
        if (next == -INFINITY) continue;
        float keep = expf(most - next), p = expf(s - next);
        most = next;
        total = total * keep + p;
        for (int c = 0; c < 16; c++)
            sum[c] = sum[c] * keep + p * vb[c];
    }
    // every group of lanes has its own m, t, s: merge by shared memory
    __shared__ float ms[WARPS * 32], ts[WARPS * 32], ss[WARPS * 32][17];
    ms[threadIdx.x] = most, ts[threadIdx.x] = total;
    for (int c = 0; c < 16; c++)
        ss[threadIdx.x][c] = sum[c];
    __syncthreads();
    int d = threadIdx.x;
    if (d >= dim) return;
    float *out = part + ((size_t)head * splits + split) * (dim + 2);
    float top = -INFINITY, t = 0.0f, r = 0.0f;
    for (int w = 0; w < WARPS * groups; w++)
        top = fmaxf(top, ms[w * width + d / 16]);
    for (int w = 0; w < WARPS * groups; w++) {
        int o = w * width + d / 16;
        float f = ms[o] == -INFINITY ? 0.0f : expf(ms[o] - top);
        t += f * ts[o];
        r += f * ss[o][d % 16];
    }
    if (d == 0) out[0] = top, out[1] = t;
    out[2 + d] = r;
}

__global__ void join_kernel(const float *part, const float *k_scales, float *o,
                            int dim, int splits) {
    int head = blockIdx.x, d = threadIdx.x;
    const float *in = part + (size_t)head * splits * (dim + 2);
    float most = -INFINITY, total = 0.0f, sum = 0.0f;
    for (int i = 0; i < splits; i++)
        most = fmaxf(most, in[(size_t)i * (dim + 2)]);
    for (int i = 0; i < splits; i++) {
        float m = in[(size_t)i * (dim + 2)];
        if (m == -INFINITY) continue;
        float f = expf(m - most);
        total += f * in[(size_t)i * (dim + 2) + 1];
        if (d < dim) sum += f * in[(size_t)i * (dim + 2) + 2 + d];
    }
    if (d < dim)
        o[(size_t)head * dim + d] =
            total > 0 ? k_scales[head] * sum / total : 0.0f;
}

void decode(const float *q, const signed char *k, const float *k_scales,
            const signed char *v, const float *v_scales, const int *lengths,
            float *o, int batch, int heads, int capacity, int dim) {
    if (batch * heads == 0) return;
    int splits = max((capacity + SPLIT - 1) / SPLIT, 1);
    float *part;
    cudaMallocAsync(
        &part, (size_t)batch * heads * splits * (dim + 2) * sizeof *part, 0);
    split_kernel<<<dim3(splits, batch * heads), 32 * WARPS>>>(
        q, k, k_scales, v, lengths, part, heads, capacity, dim, splits);
    join_kernel<<<batch * heads, 128>>>(part, k_scales, o, dim, splits);
    cudaFreeAsync(part, 0);
}
