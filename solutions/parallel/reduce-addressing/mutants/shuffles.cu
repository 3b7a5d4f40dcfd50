// rejected by: gate smem_requests (a warp for each block's elements, and no tree in shared memory)
__global__ void sum_kernel(const int *in, int *out, int n, int block) {
    int which = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    long long first = (long long)which * block;
    if (first >= n) return;
    int sum = 0;
    for (int k = lane; k < block; k += 32)
        if (first + k < n) sum += in[first + k];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) out[which] = sum;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    int warps = (n + block - 1) / block;
    sum_kernel<<<(warps + 7) / 8, 256>>>(in, out, n, block);
}
