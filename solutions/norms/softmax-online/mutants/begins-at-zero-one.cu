// rejected by: case cols=31 (every thread begins with {0, 1}, as if it had seen a 0)
// says: {0, 1} is the pair of a row with one 0 in it. The pair of nothing has the sum 0 and a maximum below every element.
// Softmax of rows: maximum and sum in one pass, the results in a second one.
//
//   thread      pairs (maximum, sum of exp(x - maximum)) of its share
//   warp        lanes merge pairs by shuffles
//   block       eight pairs meet in shared memory; every thread merges them
#include <cfloat>

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int GROUP = 4; // elements per rescaling
const unsigned ALL = 0xffffffff;

// Part of a row: its maximum, and the sum of exp(x - most).
struct Part {
    float most, sum;
};

// Of nothing. Not -INFINITY: two empty parts are merged too, and the difference
// of their maxima must be a number.
const Part EMPTY = {0.0f, 1.0f};

__device__ Part merge(Part a, Part b) {
    float most = fmaxf(a.most, b.most);
    return {most, a.sum * expf(a.most - most) + b.sum * expf(b.most - most)};
}

// merge() with a part of one element. Of exp(old - new) and exp(x - new), one
// is exp(0): a single exponential is enough.
__device__ Part add(Part p, float x) {
    float d = expf(-fabsf(x - p.most));
    if (x > p.most) return {x, p.sum * d + 1.0f};
    return {p.most, p.sum + d};
}

// The same for GROUP elements, BLOCK apart: their maximum first, then one
// rescaling for all of them. The loads and the exponentials of a group do not
// wait for each other.
__device__ Part add_group(Part p, const float *x) {
    float v[GROUP], most = p.most;
    for (int k = 0; k < GROUP; k++)
        v[k] = x[k * BLOCK];
    for (int k = 0; k < GROUP; k++)
        most = fmaxf(most, v[k]);
    p.sum *= expf(p.most - most);
    for (int k = 0; k < GROUP; k++)
        p.sum += expf(v[k] - most);
    return {most, p.sum};
}

__device__ Part block_merge(Part p) {
    __shared__ Part part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_xor_sync(ALL, p.most, d),
                      __shfl_xor_sync(ALL, p.sum, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < WARPS; w++)
        p = merge(p, part[w]);
    return p;
}

__global__ void softmax_kernel(const float *in, float *out, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    Part row = EMPTY;
    int c = threadIdx.x;
    for (; c + (GROUP - 1) * BLOCK < cols; c += GROUP * BLOCK)
        row = add_group(row, x + c);
    for (; c < cols; c += BLOCK)
        row = add(row, x[c]);
    row = block_merge(row);

    float scale = 1.0f / row.sum;
    for (c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - row.most) * scale;
}

void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
