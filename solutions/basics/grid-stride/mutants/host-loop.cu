// rejected by: gate launches | gate bandwidth (the loop runs on the CPU)
__global__ void square(const float *in, float *out, int *owner, int n,
                       int first) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int i = first + me;
    if (i >= n) return;
    out[i] = in[i] * in[i];
    owner[i] = me;
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    for (int first = 0; first < n; first += blocks * threads)
        square<<<blocks, threads>>>(in, out, owner, n, first);
}
