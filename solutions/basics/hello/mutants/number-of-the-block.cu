// rejected by: case n=255 (stores the number of the block)
// says: Each element gets the number of its block, blockIdx.x. It should get its own index: blockIdx.x * blockDim.x + threadIdx.x.
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = blockIdx.x;
}

void hello(int *out, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    number<<<blocks, threads>>>(out, n);
}
