// rejected by: case block=1024 (written for blocks of 256)
// says: Only eight warps are added. The block may have 1 to 32 of them: blockDim.x / 32 says how many.
__global__ void sum_kernel(const float *in, float *out, int n, int each) {
    __shared__ float part[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int first = blockIdx.x * each, end = min(first + each, n);
    float v = 0.0f;
    for (int i = first + t; i < end; i += blockDim.x)
        v += in[i];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp > 0) return;
    v = lane < 8 && lane < blockDim.x / 32 ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + each - 1) / each, block>>>(in, out, n, each);
}
