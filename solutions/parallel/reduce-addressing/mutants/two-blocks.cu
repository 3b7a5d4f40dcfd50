// rejected by: case n=255 (a block sums twice as many elements as out[b] stands for)
// says: A block adds 2 * block elements, so out[b] holds two sums, and the second half of out is never written. out[b] is the sum of `block` elements. An addition during the load needs half as many threads, not half as many blocks.
__global__ void sum_kernel(const int *in, int *out, int n) {
    extern __shared__ int tile[]; // blockDim.x words
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x * 2 + t;

    tile[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = tile[0];
}

void block_sums(const int *in, int *out, int n, int block) {
    if (n == 0) return;
    sum_kernel<<<(n + 2 * block - 1) / (2 * block), block, block * sizeof(int)>>>(in, out,
                                                                        n);
}
