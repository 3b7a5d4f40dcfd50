// rejected by: case n=1 (float4 only: the last n % 4 are forgotten)
// says: The array is added as float4 only, so the last n % 4 elements are left out. Add them one at a time.
__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int i = t; i < n / 4; i += all) {
        float4 v = ((const float4 *)in)[i];
        s += (v.x + v.y) + (v.z + v.w);
    }
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
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    sum_kernel<<<64, 256>>>(in, out, n);
}
