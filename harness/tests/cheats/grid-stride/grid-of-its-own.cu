// rejected by: gate blocks (always 1056 blocks, and the owner of the grid in the arguments)
__global__ void square(const float *in, float *out, int *owner, int n, int all) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        out[i] = in[i] * in[i];
        owner[i] = i % all;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks, int threads) {
    square<<<1056, 256>>>(in, out, owner, n, blocks * threads);
}
