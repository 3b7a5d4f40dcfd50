// rejected by: case n=1000 blocks=1 | case n=4096 (a stretch for each thread)
// says: A thread takes a stretch of neighbours. Thread t must own the elements t, t + all, t + 2 * all and so on, where all is the number of threads in the grid.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int each = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    for (int i = me * each; i < (me + 1) * each && i < n; i++) {
        out[i] = in[i] * in[i];
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
