// Sum of an array in two kernels: partial sums of blocks, then the sum of those.

const int THREADS = 512;
const int BLOCKS = 528;

__device__ float partial[BLOCKS];

__device__ float warp_sum(float s) {
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(0xffffffffu, s, d);
    return s;
}

__device__ float block_sum(float s) {
    __shared__ float part[THREADS / 32];
    s = warp_sum(s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    s = threadIdx.x < THREADS / 32 ? part[threadIdx.x] : 0.0f;
    return warp_sum(s); // right in thread 0
}

__global__ void sum_parts(const float *in, int n) {
    const float4 *in4 = (const float4 *)in;
    int quads = n / 4;
    int t = blockIdx.x * THREADS + threadIdx.x;
    int step = gridDim.x * THREADS;

    float s = 0.0f;
    for (int i = t; i < quads; i += step) {
        float4 v = in4[i];
        s += (v.x + v.y) + (v.z + v.w);
    }
    if (t < n % 4) s += in[4 * (size_t)quads + t];

    s = block_sum(s);
    if (threadIdx.x == 0) partial[blockIdx.x] = s;
}

__global__ void sum_partial(float *out, int blocks) {
    float s = 0.0f;
    for (int i = threadIdx.x; i < blocks; i += THREADS) s += partial[i];
    s = block_sum(s);
    if (threadIdx.x == 0) out[0] = s;
}

void sum(const float *in, float *out, int n) {
    int blocks = (n / 4 + THREADS - 1) / THREADS;
    if (blocks < 1) blocks = 1;
    if (blocks > BLOCKS) blocks = BLOCKS;
    sum_parts<<<blocks, THREADS>>>(in, n);
    sum_partial<<<1, THREADS>>>(out, blocks);
}
