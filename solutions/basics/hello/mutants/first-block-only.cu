// rejected by: case n=257 (every block numbers from zero)
// says: Every block numbers its threads from 0, so only the elements of the first block are written. The number has to count the threads of the blocks before it, too.
__global__ void number(int *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;
    number<<<(n + 255) / 256, 256>>>(out, n);
}
