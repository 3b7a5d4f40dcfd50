// Sum of an array in one kernel: four loads of 16 bytes under way per thread,
// grid-stride; the block that finishes last adds up the blocks' sums.

const int THREADS = 256;
const int BLOCKS = 132 * 8;

__device__ float partial[BLOCKS];
__device__ unsigned int finished; // 0 between calls

__device__ float warp_sum(float s) {
#pragma unroll
    for (int d = 16; d > 0; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    return s;
}

__global__ void __launch_bounds__(THREADS, 8)
    sum_kernel(const float *__restrict__ in, float *out, int n) {
    __shared__ float part[THREADS / 32];
    __shared__ bool last;
    const float4 *in4 = (const float4 *)in;
    unsigned quads = n / 4;
    unsigned step = gridDim.x * THREADS;
    unsigned i = blockIdx.x * THREADS + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    float a = 0.0f, b = 0.0f, c = 0.0f, d = 0.0f;
    for (; i + 3 * step < quads; i += 4 * step) {
        float4 p = in4[i];
        float4 q = in4[i + step];
        float4 r = in4[i + 2 * step];
        float4 t = in4[i + 3 * step];
        a += (p.x + p.y) + (p.z + p.w);
        b += (q.x + q.y) + (q.z + q.w);
        c += (r.x + r.y) + (r.z + r.w);
        d += (t.x + t.y) + (t.z + t.w);
    }
    for (; i < quads; i += step) {
        float4 p = in4[i];
        a += (p.x + p.y) + (p.z + p.w);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        b += in[4 * (size_t)quads + threadIdx.x];

    float s = warp_sum((a + b) + (c + d));
    if (lane == 0) part[warp] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = part[0];
        for (int k = 1; k < THREADS / 32; k++) s += part[k];
        partial[blockIdx.x] = s;
        __threadfence();
        last = atomicAdd(&finished, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;

    __threadfence();
    s = 0.0f;
    volatile float *sums = partial;
    for (int k = threadIdx.x; k < gridDim.x; k += THREADS) s += sums[k];
    s = warp_sum(s);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = part[0];
        for (int k = 1; k < THREADS / 32; k++) s += part[k];
        out[0] = s;
        finished = 0;
    }
}

void sum(const float *in, float *out, int n) {
    int blocks = (n / 4 + THREADS - 1) / THREADS;
    if (blocks < 1) blocks = 1;
    if (blocks > BLOCKS) blocks = BLOCKS;
    sum_kernel<<<blocks, THREADS>>>(in, out, n);
}
