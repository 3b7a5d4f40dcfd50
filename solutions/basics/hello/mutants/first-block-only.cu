// rejected by: case n=257 (every block numbers from zero)
// says: Only the elements of the first block are written. If the index is threadIdx.x alone, each block begins at 0 again: add blockIdx.x * blockDim.x. If it is not, how many blocks does the launch start? In C, (blocks, 1, 1) in brackets is 1: write dim3 grid(blocks, 1, 1).
__global__ void number(int *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;
    number<<<(n + 255) / 256, 256>>>(out, n);
}
