// rejected by: trap out-of-bounds | trap uninitialised-shared | case block | crash (written for blocks of 256)
__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
