// rejected by: case blocks=1 threads=1 (ignores the grid that was asked for)
// says: owner[i] is i everywhere. owner[i] = i stores the number of the element: it must be that of the thread, blockIdx.x * blockDim.x + threadIdx.x, in all rounds. If your line stores that already, look at the launch: it has to be <<<blocks, threads>>>, with the caller's numbers.
__global__ void square(const float *in, float *out, int *owner, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = in[i] * in[i];
    owner[i] = i;
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    (void)blocks, (void)threads;
    if (n == 0) return;
    square<<<(n + 255) / 256, 256>>>(in, out, owner, n);
}
