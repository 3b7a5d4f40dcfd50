// rejected by: case blocks=4 (owner gets the number of the block)
// says: owner[i] is the number of a block. It should be the number of the thread in the whole grid: blockIdx.x * blockDim.x + threadIdx.x.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = me; i < n; i += gridDim.x * blockDim.x) {
        out[i] = in[i] * in[i];
        owner[i] = blockIdx.x;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
