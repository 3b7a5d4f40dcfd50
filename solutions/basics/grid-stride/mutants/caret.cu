// rejected by: case n=1 (the sign ^ is no power in C)
// says: In C, ^ is no power: it is the exclusive or of the bits of two integers. A square is in[i] * in[i].
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = me; i < n; i += all) {
        out[i] = (int)in[i] ^ 2;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
