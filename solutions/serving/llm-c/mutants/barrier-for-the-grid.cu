// rejected by: trap global-race | case (columns read rows of other blocks before they are there)
#define WARP  32
#define BLOCK 128

__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffff, v, o);
    return v;
}

// a thread for each (b, h, t): its row of dscores and dq
__global__ void rows(float *dinp, float *dscores, const float *dout,
                     const float *inp, const float *att, int batch, int length,
                     int dim, int heads) {
    int size = dim / heads;
    int id = blockIdx.x * BLOCK + threadIdx.x;
    if (id >= batch * heads * length) return;
    int t = id % length, h = id / length % heads, b = id / length / heads;
    const float *x = inp + (size_t)b * length * 3 * dim + h * size;
    float *dx = dinp + (size_t)b * length * 3 * dim + h * size;
    const float *dy = dout + ((size_t)b * length + t) * dim + h * size;
    const float *a = att + (size_t)id * length;
    float *row = dscores + (size_t)id * length;
    float sum = 0, scale = rsqrtf((float)size);
    for (int p = 0; p <= t; p++) {
        const float *v = x + (size_t)p * 3 * dim + 2 * dim;
        float d = 0;
        for (int i = 0; i < size; i++)
            d += dy[i] * v[i];
        row[p] = d;
        sum += a[p] * d;
    }
    for (int p = 0; p < length; p++)
        row[p] = p <= t ? a[p] * (row[p] - sum) * scale : 0;
    for (int i = 0; i < size; i++) {
        float g = 0;
        for (int p = 0; p <= t; p++)
            g += row[p] * x[(size_t)p * 3 * dim + dim + i];
        dx[(size_t)t * 3 * dim + i] += g;
    }
    __syncthreads();
    int p = t;
    size_t square = (size_t)(id - p) * length;
    dy = dout + (size_t)b * length * dim + h * size;
    for (int i = 0; i < size; i++) {
        float gk = 0, gv = 0;
        for (int t = p; t < length; t++) {
            gk += dscores[square + (size_t)t * length + p] *
                  x[(size_t)t * 3 * dim + i];
            gv +=
                att[square + (size_t)t * length + p] * dy[(size_t)t * dim + i];
        }
        dx[(size_t)p * 3 * dim + dim + i] += gk;
        dx[(size_t)p * 3 * dim + 2 * dim + i] += gv;
    }
}

void attention_backward(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int batch,
                        int length, int dim, int heads) {
    int n = batch * heads * length;
    if (n == 0) return;
    rows<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dinp, dscores, dout, inp, att,
                                             batch, length, dim, heads);
}
