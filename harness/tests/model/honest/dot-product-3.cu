// To be safe with the digits: sums in double. The warps meet by shuffles.
__device__ double partial[512];

__device__ double warp_total(double v) {
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__device__ double block_total(double v) {
    __shared__ double w[32];
    v = warp_total(v);
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32)
        v = warp_total(threadIdx.x < blockDim.x / 32 ? w[threadIdx.x] : 0.0);
    return v; // right in thread 0
}

__global__ void partials(const float *a, const float *b, int n) {
    double mine = 0;
    int stride = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine += (double)a[i] * (double)b[i];
    double all = block_total(mine);
    if (threadIdx.x == 0) partial[blockIdx.x] = all;
}

__global__ void total(float *out, int blocks) {
    double all = block_total(threadIdx.x < blocks ? partial[threadIdx.x] : 0.0);
    if (threadIdx.x == 0) out[0] = (float)all;
}

void dot(const float *a, const float *b, float *out, int n) {
    int blocks = n / 512 + 1;
    if (blocks > 512) blocks = 512;
    partials<<<blocks, 512>>>(a, b, n);
    total<<<1, 512>>>(out, blocks);
}
