// rejected by: case n=1000 blocks=1 (owner[i] is i, not the number of the thread)
// says: owner[i] is i everywhere. owner[i] = i stores the number of the element: it must be that of the thread, blockIdx.x * blockDim.x + threadIdx.x, in all rounds. If your line stores that already, look at the launch: it has to be <<<blocks, threads>>>, with the caller's numbers.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x;

    for (int i = me; i < n; i += all) {
        float v = in[i];
        out[i] = v * v;
        owner[i] = i;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
