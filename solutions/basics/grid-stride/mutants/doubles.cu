// rejected by: case n=1 (twice the element, not its square)
// says: These are the elements times 2. The square of a number is the number times itself: in[i] * in[i].
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;
    for (int i = me; i < n; i += all) {
        out[i] = in[i] * 2;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
