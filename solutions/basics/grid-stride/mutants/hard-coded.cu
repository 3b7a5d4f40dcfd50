// rejected by: case n=1000 blocks=1 (the stride of one particular grid)
// says: The loop goes on by a number that is right for one grid only. The grid is the caller's choice: gridDim.x and blockDim.x know it.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = me; i < n; i += 1024) {
        out[i] = in[i] * in[i];
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
