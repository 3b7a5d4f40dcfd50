// rejected by: case n=1000 (the last element is left out)
// says: The last element has the index n - 1, and no thread computes it. Look at the condition of the loop.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n - 1; i += all) {
        float v = in[i];
        out[i] = v * v;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
