// rejected by: case n=1000 blocks=1 (every round stores to the first element of the thread)
// says: In the loop, out and owner are indexed by the number of the thread, so each round overwrites the same place. The element of a round is another one.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[i];
        out[me] = v * v;
        owner[me] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
