// Sums of numbers of 256 bits, one for each thread.

const int LIMBS = 8;

__global__ void add_kernel(const unsigned *a, const unsigned *b, unsigned *sum,
                           unsigned *over, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long carry = 0;
    for (int k = 0; k < LIMBS; k++) {
        size_t at = (size_t)k * n + i;
        // TODO: one instruction for each limb.
        unsigned long long s = carry + a[at] + b[at];
        sum[at] = (unsigned)s;
        carry = s >> 32;
    }
    over[i] = (unsigned)carry;
}

void add256(const unsigned int *a, const unsigned int *b, unsigned int *sum,
            unsigned int *over, int n) {
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(a, b, sum, over, n);
}
