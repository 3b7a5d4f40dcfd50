// rejected by: gate coalescing | gate bandwidth (stretches, owner made up)
__global__ void square(const float *in, float *out, int *owner, int n) {
    int all = gridDim.x * blockDim.x;
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int each = (n + all - 1) / all;
    for (int i = me * each; i < (me + 1) * each && i < n; i++) {
        out[i] = in[i] * in[i];
        owner[i] = i % all;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
