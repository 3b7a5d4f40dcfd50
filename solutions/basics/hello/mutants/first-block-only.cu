// rejected by: case n=257 (every block numbers from zero)
__global__ void number(int *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;
    number<<<(n + 255) / 256, 256>>>(out, n);
}
