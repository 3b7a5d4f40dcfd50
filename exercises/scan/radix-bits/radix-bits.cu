// One pass of a radix sort by one bit: zeros before ones, each in their old order.
//
// TODO: where does each key go? Count the zeros before it.

constexpr int BLOCK = 512;

__global__ void scatter(const unsigned *keys, unsigned *out, int n, int bit) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    // TODO: out[position] = keys[i]
}

void split(const unsigned *keys, unsigned *out, int n, int bit) {
    if (n <= 0) return;
    scatter<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(keys, out, n, bit);
}
