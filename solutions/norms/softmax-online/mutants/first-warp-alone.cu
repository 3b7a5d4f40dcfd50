// rejected by: case cols=33 (only the first warp has the part of the whole row)
// says: Only the first warp has the maximum and the sum of the whole row. The other warps still use their own: store the result in shared memory and let all threads read it after a barrier.
const int BLOCK = 256;

struct Part {
    float most, sum;
};

__device__ Part merge(Part a, Part b) {
    float m = fmaxf(a.most, b.most);
    if (m == -INFINITY) return a;
    return {m, a.sum * expf(a.most - m) + b.sum * expf(b.most - m)};
}

__device__ Part warpMerge(Part p) {
    for (int d = 16; d > 0; d >>= 1) {
        Part o;
        o.most = __shfl_xor_sync(0xffffffffu, p.most, d);
        o.sum = __shfl_xor_sync(0xffffffffu, p.sum, d);
        p = merge(p, o);
    }
    return p;
}

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ Part parts[BLOCK / 32];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    Part row = {-INFINITY, 0.0f};
    for (int c = threadIdx.x; c < cols; c += BLOCK) {
        float v = x[c];
        if (v > row.most) {
            row.sum = row.sum * expf(row.most - v) + 1.0f;
            row.most = v;
        } else {
            row.sum += expf(v - row.most);
        }
    }
    row = warpMerge(row);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = row;
    __syncthreads();
    if (threadIdx.x < 32) {
        row = threadIdx.x < BLOCK / 32 ? parts[threadIdx.x] : Part{-INFINITY, 0.0f};
        row = warpMerge(row);
    }
    __syncthreads();

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - row.most) / row.sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
