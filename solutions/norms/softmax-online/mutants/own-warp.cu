// rejected by: case cols=33 (each warp uses the maximum and the sum of its own elements)
// says: Each warp uses the maximum and the sum of its own elements. A row belongs to all warps of the block: merge their parts through shared memory.
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

    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - row.most) / row.sum;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
