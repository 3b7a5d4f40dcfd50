// rejected by: case n=1000 blocks=4 | trap global-race (strides by the block: all do the same)
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
