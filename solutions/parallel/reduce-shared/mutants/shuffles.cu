// rejected by: gate exchanges (shuffles in place of shared memory)
__global__ void sum_kernel(const float *in, float *out, int n) {
    int block = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (block * 256 >= n) return;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        int i = block * 256 + k * 32 + lane;
        sum += i < n ? in[i] : 0.0f;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[block] = sum;
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    int warps = (n + 255) / 256;
    sum_kernel<<<(warps + 7) / 8, 256>>>(in, out, n);
}
