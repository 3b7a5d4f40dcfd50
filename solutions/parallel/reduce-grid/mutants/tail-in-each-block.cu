// rejected by: case (every block adds the last n % 4 elements)
// says: The last n % 4 elements are added once by every block. Which thread of the whole grid should add them?
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const int UNROLL = 4;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}

__device__ float block_sum(float v) {
    __shared__ float part[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    return warp == 0 ? warp_sum(lane < WARPS ? part[lane] : 0.0f) : 0.0f;
}

__device__ float sum4(float4 v) {
    return (v.x + v.y) + (v.z + v.w);
}

__global__ void sum_kernel(const float *in, float *out, int n) {
    const float4 *in4 = (const float4 *)in;
    unsigned quads = n / 4;
    unsigned all = gridDim.x * BLOCK;
    unsigned t = blockIdx.x * BLOCK + threadIdx.x;

    float s = 0.0f;
    unsigned i = t;
    for (; i + (UNROLL - 1) * all < quads; i += UNROLL * all) {
        float4 v[UNROLL];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            v[k] = in4[i + k * all];
#pragma unroll
        for (int k = 0; k < UNROLL; k++)
            s += sum4(v[k]);
    }
    for (; i < quads; i += all)
        s += sum4(in4[i]);
    if (threadIdx.x < n % 4) s += in[4 * quads + threadIdx.x];

    s = block_sum(s);
    if (threadIdx.x == 0) atomicAdd(out, s);
}

static int fill_the_gpu() {
    static int blocks;
    if (blocks == 0) {
        int device = 0, sms = 0, each = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, sum_kernel, BLOCK,
                                                      0);
        blocks = sms * each;
    }
    return blocks;
}

void sum(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;

    int useful = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    int blocks = min(useful, fill_the_gpu());
    sum_kernel<<<blocks, BLOCK>>>(in, out, n);
}
