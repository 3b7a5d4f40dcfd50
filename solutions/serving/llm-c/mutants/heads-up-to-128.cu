// rejected by: case a head of 1100 numbers (a lane keeps four numbers of a head)
// The backward pass of attention: a warp for each row, then a warp for each column.
const int WARPS = 4;
const int PER_LANE = 4; // numbers of a head in each lane
const unsigned ALL = 0xffffffff;

__device__ float sum_of(float x) {
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_xor_sync(ALL, x, d);
    return x;
}

__global__ void rows_kernel(float *dinp, float *dscores, const float *dout, const float *inp,
                            const float *att, int batch, int length, int dim, int heads) {
    int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= batch * heads * length) return;
    int t = row % length, h = row / length % heads, b = row / length / heads;
    int size = dim / heads;
    const float *x = inp + (size_t)b * length * 3 * dim + h * size;
    const float *dy = dout + ((size_t)b * length + t) * dim + h * size;
    const float *a = att + (size_t)row * length;
    float *ds = dscores + (size_t)row * length;
    float g[PER_LANE], dq[PER_LANE];
    for (int j = 0; j < PER_LANE; j++) {
        int i = lane + 32 * j;
        g[j] = i < size ? dy[i] : 0.0f;
        dq[j] = 0.0f;
    }
    float sum = 0.0f, scale = rsqrtf((float)size);
    for (int p = 0; p <= t; p++) {
        const float *v = x + (size_t)p * 3 * dim + 2 * dim;
        float part = 0.0f;
        for (int j = 0; j < PER_LANE; j++) {
            int i = lane + 32 * j;
            if (i < size) part += g[j] * v[i];
        }
        part = sum_of(part);
        sum += a[p] * part;
        if (lane == p % 32) ds[p] = part;
    }
    for (int p = lane; p < length; p += 32)
        ds[p] = p <= t ? a[p] * (ds[p] - sum) * scale : 0.0f;
    __syncwarp();
    for (int p = 0; p <= t; p++) {
        const float *k = x + (size_t)p * 3 * dim + dim;
        float s = ds[p];
        for (int j = 0; j < PER_LANE; j++) {
            int i = lane + 32 * j;
            if (i < size) dq[j] += s * k[i];
        }
    }
    float *to = dinp + ((size_t)b * length + t) * 3 * dim + h * size;
    for (int j = 0; j < PER_LANE; j++) {
        int i = lane + 32 * j;
        if (i < size) to[i] += dq[j];
    }
}

__global__ void columns_kernel(float *dinp, const float *dscores, const float *dout,
                               const float *inp, const float *att, int batch, int length,
                               int dim, int heads) {
    int column = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (column >= batch * heads * length) return;
    int p = column % length, h = column / length % heads, b = column / length / heads;
    int size = dim / heads;
    size_t square = (size_t)(column / length) * length * length;
    const float *x = inp + (size_t)b * length * 3 * dim + h * size;
    const float *dy = dout + (size_t)b * length * dim + h * size;
    float dk[PER_LANE] = {}, dv[PER_LANE] = {};
    for (int t = p; t < length; t++) {
        float s = dscores[square + (size_t)t * length + p];
        float w = att[square + (size_t)t * length + p];
        for (int j = 0; j < PER_LANE; j++) {
            int i = lane + 32 * j;
            if (i < size) {
                dk[j] += s * x[(size_t)t * 3 * dim + i];
                dv[j] += w * dy[(size_t)t * dim + i];
            }
        }
    }
    float *to = dinp + ((size_t)b * length + p) * 3 * dim + dim + h * size;
    for (int j = 0; j < PER_LANE; j++) {
        int i = lane + 32 * j;
        if (i < size) {
            to[i] += dk[j];
            to[dim + i] += dv[j];
        }
    }
}

void attention_backward(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int batch,
                        int length, int dim, int heads) {
    int rows = batch * heads * length;
    if (rows == 0) return;
    int blocks = (rows + WARPS - 1) / WARPS;
    rows_kernel<<<blocks, 32 * WARPS>>>(dinp, dscores, dout, inp, att, batch, length, dim, heads);
    columns_kernel<<<blocks, 32 * WARPS>>>(dinp, dscores, dout, inp, att, batch, length, dim,
                                           heads);
}
