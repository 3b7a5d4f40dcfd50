// rejected by: gate divergence (threads that have added leave the loop, and their lanes are idle)
__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int tile[]; // blockDim.x words
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    tile[t] = i < n ? in[i] : 0;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t >= s) return;
        tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + block - 1) / block, block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
