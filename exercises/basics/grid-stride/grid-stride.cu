// The grid-stride loop: any array, any grid.

__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO: right if the grid has n threads. Make it right for any grid.
    if (me < n) {
        out[me] = in[me] * in[me];
        owner[me] = me;
    }
}

// blocks >= 1 and threads from 1 to 1024 are the caller's choice: use them.
void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
