// rejected by: case | trap global-race (the loop goes on by the number of blocks)
// says: gridDim.x is the number of blocks. The loop must go on by the number of threads in the whole grid.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[i];
        out[i] = v * v;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
