// rejected by: trap bad-launch (blocks and threads have changed places in the launch)
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[i];
        out[i] = v * v;
        owner[i] = me;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<threads, blocks>>>(in, out, owner, n);
}
