// Softmax of rows, stable: the row is kept in shared memory, read once from
// memory. Rows that are too long for that are read again.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int LONGEST = 12000; // floats in shared memory

__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void softmax_kernel(const float *in, float *out, int cols, int keep) {
    extern __shared__ float row[];
    __shared__ float maxima[WARPS], sums[WARPS];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float m = -3.402823466e+38f;
#pragma unroll 4
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = x[c];
        if (keep) row[c] = v;
        m = fmaxf(m, v);
    }
    m = warp_max(m);
    if (lane == 0) maxima[warp] = m;
    __syncthreads();
    m = maxima[0];
    for (int k = 1; k < WARPS; k++) m = fmaxf(m, maxima[k]);

    // A thread reads only what it wrote itself: no barrier for the row.
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float e = expf((keep ? row[c] : x[c]) - m);
        if (keep) row[c] = e;
        s += e;
    }
    s = warp_sum(s);
    if (lane == 0) sums[warp] = s;
    __syncthreads();
    s = sums[0];
    for (int k = 1; k < WARPS; k++) s += sums[k];

    float scale = 1.0f / s;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = (keep ? row[c] : expf(x[c] - m)) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int keep = cols <= LONGEST;
    softmax_kernel<<<rows, BLOCK, keep ? cols * sizeof(float) : 0>>>(in, out,
                                                                    cols, keep);
}
