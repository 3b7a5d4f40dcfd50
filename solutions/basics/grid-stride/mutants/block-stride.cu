// rejected by: case n=1000 blocks=4 | trap global-race (strides by the block: all do the same)
// says: The loop goes on by the threads of one block, so all blocks compute the same elements. It must go on by the threads of the whole grid.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        out[i] = in[i] * in[i];
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
