// rejected by: case all ones and all ones | case a carry through every limb | case | gate instructions (s < a misses a carry)
// says: The carry is lost if a limb of b is all ones and a carry comes in: then the sum equals a, and `s < a` is false. Each limb has two additions, and either can carry.
// Sums of numbers of 256 bits, with the carry found by a comparison.

const int LIMBS = 8;

__global__ void add_kernel(const unsigned *a, const unsigned *b, unsigned *sum,
                           unsigned *over, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned carry = 0;
    for (int k = 0; k < LIMBS; k++) {
        size_t at = (size_t)k * n + i;
        unsigned s = a[at] + b[at] + carry;
        carry = s < a[at];
        sum[at] = s;
    }
    over[i] = carry;
}

void add256(const unsigned int *a, const unsigned int *b, unsigned int *sum,
            unsigned int *over, int n) {
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(a, b, sum, over, n);
}
