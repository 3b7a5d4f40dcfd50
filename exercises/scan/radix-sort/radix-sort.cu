// A radix sort of 32-bit keys.
//
// TODO: count the digits of every tile, scan the table digit by digit, and scatter; for
// four bits at a time, from the lowest.

constexpr int BITS = 4, DIGITS = 1 << BITS, BLOCK = 512;

void sort(const unsigned *keys, unsigned *out, int n) {
    if (n <= 0) return;
    cudaMemcpyAsync(out, keys, n * sizeof *out, cudaMemcpyDeviceToDevice);
}
