// rejected by: case block=96 (halves the number of warps, and drops the odd one)
// says: The number of warps is halved from step to step, and the odd one is dropped. It need not be a power of two.
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
    int warps = blockDim.x / 32;
    v = lane < warps ? part[lane] : 0.0f;
    for (int d = warps / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void stretch_sums(const float *in, float *out, int n, int each, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + each - 1) / each, block>>>(in, out, n, each);
}
