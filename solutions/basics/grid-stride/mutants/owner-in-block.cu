// rejected by: case (owner[i] is the number of the thread in its block, not in the grid)
// says: owner[i] must be counted over the whole grid. threadIdx.x starts at 0 again in every block.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[i];
        out[i] = v * v;
        owner[i] = threadIdx.x;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
