// rejected by: case n=1 (float4 only: the last n % 4 are forgotten)
// says: The last n % 4 products are left out. They do not fill a float4: which threads add them, one by one?
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    __shared__ float part[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    float s = 0.0f;
    for (int i = t; i < n / 4; i += all) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        s += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
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

void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n == 0) return;
    dot_kernel<<<264, 256>>>(a, b, out, n);
}
