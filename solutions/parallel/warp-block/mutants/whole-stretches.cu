// rejected by: case n=1000 (the last, partial stretch has no block)
// says: n / each is rounded down, so what is left of the last stretch has no block. Round up.
const int WARP = 32;
const int MOST_WARPS = 1024 / WARP; // of a block: they just fit into one warp
const int UNROLL = 4;
const unsigned ALL = 0xffffffff;

__device__ float warp_sum(float v) {
    for (int d = WARP / 2; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    return v; // of use in lane 0 only
}

// The sum over a block of any number of whole warps, in thread 0.
__device__ float block_sum(float v) {
    __shared__ float part[MOST_WARPS];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int warps = blockDim.x / WARP;

    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp > 0) return 0.0f;
    return warp_sum(lane < warps ? part[lane] : 0.0f);
}

// This thread's share of count elements.
__device__ float share(const float *x, int count) {
    float s = 0.0f;
    int i = threadIdx.x, step = blockDim.x;
    for (; i + (UNROLL - 1) * step < count; i += UNROLL * step) {
        float v[UNROLL];
        for (int k = 0; k < UNROLL; k++) // all loads first: none waits
            v[k] = x[i + k * step];
        s += (v[0] + v[1]) + (v[2] + v[3]);
    }
    for (; i < count; i += step)
        s += x[i];
    return s;
}

__global__ void sum_kernel(const float *in, float *out, int n, int each) {
    int first = blockIdx.x * each;
    float s = block_sum(share(in + first, min(each, n - first)));
    if (threadIdx.x == 0) out[blockIdx.x] = s;
}

void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n == 0) return;
    sum_kernel<<<max(n / each, 1), block>>>(in, out, n, each);
}
