// rejected by: case n=1 | trap uninitialised-global (adds to whatever out holds)
// says: out is added to without being zeroed in each call. It holds garbage when you are called, and you are called more than once.
__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int i = t; i < n; i += all)
        s += in[i];
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) part[warp] = s;
    __syncthreads();
    if (warp > 0) return;
    s = lane < 8 ? part[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) atomicAdd(out, s);
}

void sum(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<64, 256>>>(in, out, n);
}
