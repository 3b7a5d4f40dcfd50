// rejected by: case n=1000 blocks=1 (every round squares the first element of the thread)
// says: In the loop, in is indexed by the number of the thread, so each round squares the same element. Which index moves on?
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[me];
        out[i] = v * v;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
