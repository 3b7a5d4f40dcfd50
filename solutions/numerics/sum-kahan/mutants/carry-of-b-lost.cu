// rejected by: case (keeps the carry of one side)
// says: The error of some addition does not reach the result, or arrives with the wrong sign. Check in this order - the lines of TwoSum; that the carry grows by e; that a merge adds the error of its own addition and both carries; that the shuffle hands on both numbers.
// Compensated sums over a grid: every pair (sum, carry) of a thread, a warp, a
// block is merged by TwoSum, and the carry joins the sum once, at the end.

const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int BLOCKS = 132 * 8; // fills the GPU once
const unsigned ALL = 0xffffffff;

struct Pair {
    float sum, carry; // the value is sum + carry
};

// a.sum + b = t + error, exactly (Knuth).
__device__ Pair add(Pair a, float b) {
    float t = a.sum + b, bb = t - a.sum;
    float error = (a.sum - (t - bb)) + (b - bb);
    return {t, a.carry + error};
}

__device__ Pair merge(Pair a, Pair b) {
    Pair p = add(a, b.sum);
    return {p.sum, p.carry};
}

__device__ Pair warp_merge(Pair p) {
    for (int d = 16; d > 0; d /= 2)
        p = merge(p, {__shfl_down_sync(ALL, p.sum, d),
                      __shfl_down_sync(ALL, p.carry, d)});
    return p; // of use in lane 0 only
}

// The pair of the block, in thread 0.
__device__ Pair block_merge(Pair p) {
    __shared__ Pair part[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    p = warp_merge(p);
    if (lane == 0) part[warp] = p;
    __syncthreads();
    if (warp > 0) return p;
    return warp_merge(lane < WARPS ? part[lane] : Pair{0.0f, 0.0f});
}

__global__ void sum_kernel(const float *in, Pair *parts, int n) {
    const float4 *in4 = (const float4 *)in;
    unsigned quads = n / 4, all = gridDim.x * BLOCK;
    unsigned t = blockIdx.x * BLOCK + threadIdx.x;

    Pair x = {}, y = {}, z = {}, w = {}; // four chains: none waits for another
#pragma unroll 4
    for (unsigned i = t; i < quads; i += all) {
        float4 v = in4[i];
        x = add(x, v.x);
        y = add(y, v.y);
        z = add(z, v.z);
        w = add(w, v.w);
    }
    if (4 * quads + t < n) x = add(x, in[4 * quads + t]); // the last n % 4

    Pair p = block_merge(merge(merge(x, y), merge(z, w)));
    if (threadIdx.x == 0) parts[blockIdx.x] = p;
}

__global__ void finish_kernel(const Pair *parts, double *out, int blocks) {
    Pair p = {};
    for (int i = threadIdx.x; i < blocks; i += BLOCK)
        p = merge(p, parts[i]);
    p = block_merge(p);
    if (threadIdx.x == 0) *out = (double)p.sum + p.carry;
}

void sum(const float *in, double *out, int n) {
    int useful = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    int blocks = min(max(useful, 1), BLOCKS);
    Pair *parts;
    cudaMallocAsync(&parts, blocks * sizeof *parts, 0);
    sum_kernel<<<blocks, BLOCK>>>(in, parts, n);
    finish_kernel<<<1, BLOCK>>>(parts, out, blocks);
    cudaFreeAsync(parts, 0);
}
