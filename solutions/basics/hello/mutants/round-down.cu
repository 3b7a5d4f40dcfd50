// rejected by: case n=257 | case n=1 (the partial block is never launched)
// says: The number of blocks is rounded down. The elements after the last whole block are never written: round it up.
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    int blocks = n / 256;
    if (blocks > 0) number<<<blocks, 256>>>(out, n);
}
