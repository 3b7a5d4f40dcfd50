// rejected by: gate global_atomics | other-bits (right, in another order each time)
// Every number has one owner: a warp for each row gives dscores and dq, and a warp
// for each position goes down its column for dk and dv.

enum { WARP = 32, WARPS = 4 };

// The places at which the arrays of one batch and head begin.
struct Place {
    const float *x, *dy, *att;
    float *dx, *dscores;
};

static __device__ Place place_of(float *dinp, float *dscores, const float *dout,
                                 const float *inp, const float *att, int one,
                                 int length, int dim, int heads) {
    size_t token = (size_t)(one / heads) * length;
    size_t first = one % heads * (dim / heads);
    size_t square = (size_t)one * length * length;
    return {inp + token * 3 * dim + first, dout + token * dim + first,
            att + square, dinp + token * 3 * dim + first, dscores + square};
}

// Row t: lanes share the positions, then the numbers of the head.
__global__ void rows(float *dinp, float *dscores, const float *dout,
                     const float *inp, const float *att, int length, int dim,
                     int heads) {
    int t = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
    if (t >= length) return;
    Place a = place_of(dinp, dscores, dout, inp, att, blockIdx.y, length, dim,
                       heads);
    int size = dim / heads;
    const float *weight = a.att + (size_t)t * length;
    float *row = a.dscores + (size_t)t * length, sum = 0;
    for (int p = lane; p <= t; p += WARP) {
        const float *v = a.x + (size_t)p * 3 * dim + 2 * dim;
        float datt = 0;
        for (int i = 0; i < size; i++)
            datt += a.dy[(size_t)t * dim + i] * v[i];
        row[p] = datt;
        sum += weight[p] * datt;
    }
    for (int step = WARP / 2; step; step /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    float scale = rsqrtf((float)size);
    for (int p = lane; p < length; p += WARP)
        row[p] = p <= t ? weight[p] * (row[p] - sum) * scale : 0;
    __syncwarp(); // all lanes read the whole row
    for (int i = lane; i < size; i += WARP) {
        float dq = 0;
        float q = a.x[(size_t)t * 3 * dim + i];
        for (int p = 0; p <= t; p++) {
            size_t at = (size_t)p * 3 * dim + dim + i;
            dq += row[p] * a.x[at];
            atomicAdd(&a.dx[at], row[p] * q);
            atomicAdd(&a.dx[at + dim], weight[p] * a.dy[(size_t)t * dim + i]);
        }
        a.dx[(size_t)t * 3 * dim + i] += dq;
    }
}

// Position p: all tokens from p on have looked at it.
__global__ void columns(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int length, int dim,
                        int heads) {
    int p = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
    if (p >= length) return;
    Place a = place_of(dinp, dscores, dout, inp, att, blockIdx.y, length, dim,
                       heads);
    for (int i = lane; i < dim / heads; i += WARP) {
        float dk = 0, dv = 0;
        for (int t = p; t < length; t++) {
            size_t at = (size_t)t * length + p;
            dk += a.dscores[at] * a.x[(size_t)t * 3 * dim + i];
            dv += a.att[at] * a.dy[(size_t)t * dim + i];
        }
        float *to = a.dx + (size_t)p * 3 * dim + dim + i;
        to[0] += dk;
        to[dim] += dv;
    }
}

void attention_backward(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int batch,
                        int length, int dim, int heads) {
    dim3 block(WARP, WARPS), grid((length + WARPS - 1) / WARPS, batch * heads);
    if (batch * length == 0) return;
    rows<<<grid, block>>>(dinp, dscores, dout, inp, att, length, dim, heads);
}
