// rejected by: case n=300007 (the last step adds the sums of 256 blocks only)
// says: The last step adds the sums of 256 blocks, and the grid has more. Add as many as there are blocks.
// Two kernels: partial sums of blocks, then their sum.
__device__ float block_sum(float s) {
    __shared__ float part[8];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) part[warp] = s;
    __syncthreads();
    s = 0;
    for (int w = 0; w < 8; w++) s += part[w];
    return s;
}
__global__ void blocks_sum(const float *in, float *part, int n) {
    float s = 0;
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        s += in[i];
    s = block_sum(s);
    if (threadIdx.x == 0) part[blockIdx.x] = s;
}
__global__ void last_sum(const float *part, float *out) {
    float s = block_sum(part[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = s;
}
void sum(const float *in, float *out, int n) {
    float *part;
    cudaMalloc(&part, 1024 * sizeof(float));
    blocks_sum<<<1024, 256>>>(in, part, n);
    last_sum<<<1, 256>>>(part, out);
    cudaFree(part);
}
