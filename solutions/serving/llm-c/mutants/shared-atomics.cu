// rejected by: gate shared_atomics | other-bits (four warps add dk and dv in shared memory as they arrive)
// The backward pass of attention: a warp for each row, then a block for each column.
const int WARPS = 4;
const int CHUNK = 32; // numbers of a head at a time
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
    float sum = 0.0f, scale = rsqrtf((float)size);
    for (int p = 0; p <= t; p++) {
        const float *v = x + (size_t)p * 3 * dim + 2 * dim;
        float part = 0.0f;
        for (int i = lane; i < size; i += 32)
            part += dy[i] * v[i];
        part = sum_of(part);
        sum += a[p] * part;
        if (lane == p % 32) ds[p] = part;
    }
    for (int p = lane; p < length; p += 32)
        ds[p] = p <= t ? a[p] * (ds[p] - sum) * scale : 0.0f;
    __syncwarp();
    float *to = dinp + ((size_t)b * length + t) * 3 * dim + h * size;
    for (int i = lane; i < size; i += 32) {
        float dq = 0.0f;
        for (int p = 0; p <= t; p++)
            dq += ds[p] * x[(size_t)p * 3 * dim + dim + i];
        to[i] += dq;
    }
}

// Four warps share the later tokens of position p.
__global__ void columns_kernel(float *dinp, const float *dscores, const float *dout,
                               const float *inp, const float *att, int length, int dim,
                               int heads) {
    __shared__ float dk[CHUNK], dv[CHUNK];
    int column = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int p = column % length, h = column / length % heads, b = column / length / heads;
    int size = dim / heads;
    size_t square = (size_t)(column / length) * length * length;
    const float *x = inp + (size_t)b * length * 3 * dim + h * size;
    const float *dy = dout + (size_t)b * length * dim + h * size;
    float *to = dinp + ((size_t)b * length + p) * 3 * dim + dim + h * size;
    for (int first = 0; first < size; first += CHUNK) {
        int i = first + lane;
        if (warp == 0) dk[lane] = dv[lane] = 0.0f;
        __syncthreads();
        if (i < size)
            for (int t = p + warp; t < length; t += WARPS) {
                size_t at = square + (size_t)t * length + p;
                atomicAdd(&dk[lane], dscores[at] * x[(size_t)t * 3 * dim + i]);
                atomicAdd(&dv[lane], att[at] * dy[(size_t)t * dim + i]);
            }
        __syncthreads();
        if (warp == 0 && i < size) {
            to[i] += dk[lane];
            to[dim + i] += dv[lane];
        }
        __syncthreads();
    }
}

void attention_backward(float *dinp, float *dscores, const float *dout,
                        const float *inp, const float *att, int batch,
                        int length, int dim, int heads) {
    int rows = batch * heads * length;
    if (rows == 0) return;
    int blocks = (rows + WARPS - 1) / WARPS;
    rows_kernel<<<blocks, 32 * WARPS>>>(dinp, dscores, dout, inp, att, batch, length, dim, heads);
    columns_kernel<<<rows, 32 * WARPS>>>(dinp, dscores, dout, inp, att, length, dim, heads);
}
