// rejected by: case n=1000 blocks=1 (one step, then the thread stops)
// says: Each thread computes one element and stops. If there are more elements than threads, it must go on with another one.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i] * in[i];
    owner[i] = i;
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
