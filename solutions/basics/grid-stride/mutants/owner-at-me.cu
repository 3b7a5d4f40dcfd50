// rejected by: case blocks=1 (owner is stored at the number of the thread in all rounds)
// says: In each round owner is stored at the thread's own number, so the later elements have no owner. The index of owner is the element, and the value is the thread.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = me; i < n; i += gridDim.x * blockDim.x) {
        out[i] = in[i] * in[i];
        owner[me] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
