// rejected by: gate smem_requests (each warp adds by shuffles, and only its sum goes to shared memory)
__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int sums[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    int v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t % 32 == 0) sums[t / 32] = v;
    __syncthreads();
    if (t >= 32) return;

    v = t < blockDim.x / 32 ? sums[t] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
