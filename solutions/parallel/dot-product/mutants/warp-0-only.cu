// rejected by: case n=1025 | case n=31 (only the sum of the first warp reaches out)
// says: The shuffles add the lanes of one warp. The block has 8 warps, and thread 0 stores only the sum of its own: where do the other sums meet?
const int BLOCK = 256;
const int WARPS = BLOCK / 32;
const unsigned ALL = 0xffffffff;

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(ALL, v, d);
    return v; // of use in lane 0 only
}

// The sum over the block, in thread 0.
__device__ float block_sum(float v) {
    return warp_sum(v);
}

__device__ float dot4(float4 a, float4 b) {
    return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    unsigned quads = n / 4;
    unsigned all = gridDim.x * BLOCK;
    unsigned t = blockIdx.x * BLOCK + threadIdx.x;

    float s = 0.0f, s2 = 0.0f;
    unsigned i = t;
    for (; i + all < quads; i += 2 * all) {
        float4 va = a4[i], vb = b4[i]; // four loads under way
        float4 wa = a4[i + all], wb = b4[i + all];
        s += dot4(va, vb);
        s2 += dot4(wa, wb);
    }
    if (i < quads) s += dot4(a4[i], b4[i]);
    unsigned rest = 4 * quads + t; // the last n % 4
    if (rest < n) s2 += a[rest] * b[rest];

    s = block_sum(s + s2);
    if (threadIdx.x == 0) atomicAdd(out, s);
}

static int fill_the_gpu() {
    static int blocks; // the device does not change under us
    if (blocks == 0) {
        int device = 0, sms = 0, each = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, dot_kernel, BLOCK,
                                                      0);
        blocks = sms * each;
    }
    return blocks;
}

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float)); // all bits zero: 0.0f
    if (n == 0) return;

    int useful = (n + 4 * BLOCK - 1) / (4 * BLOCK);
    dot_kernel<<<min(useful, fill_the_gpu()), BLOCK>>>(a, b, out, n);
}
