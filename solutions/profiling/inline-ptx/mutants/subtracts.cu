// rejected by: case (subtracts b from a)
// says: `b` is subtracted from a. add256 adds them, and carries from limb to limb.
// Sums of numbers of 256 bits, one for each thread. The carry stays in the flag.

const int LIMBS = 8;

// s = x + y; returns the carry.
__device__ unsigned add(unsigned *s, const unsigned *x, const unsigned *y) {
    unsigned carry;
    asm("sub.cc.u32  %0, %9, %17;\n\t"
        "subc.cc.u32 %1, %10, %18;\n\t"
        "subc.cc.u32 %2, %11, %19;\n\t"
        "subc.cc.u32 %3, %12, %20;\n\t"
        "subc.cc.u32 %4, %13, %21;\n\t"
        "subc.cc.u32 %5, %14, %22;\n\t"
        "subc.cc.u32 %6, %15, %23;\n\t"
        "subc.cc.u32 %7, %16, %24;\n\t"
        "addc.u32    %8, 0, 0;"
        : "=r"(s[0]), "=r"(s[1]), "=r"(s[2]), "=r"(s[3]), "=r"(s[4]),
          "=r"(s[5]), "=r"(s[6]), "=r"(s[7]), "=r"(carry)
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]),
          "r"(x[6]), "r"(x[7]), "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]),
          "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]));
    return carry;
}

__global__ void add_kernel(const unsigned *a, const unsigned *b, unsigned *sum,
                           unsigned *over, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned s[LIMBS], x[LIMBS], y[LIMBS];
    for (int k = 0; k < LIMBS; k++) {
        x[k] = a[(size_t)k * n + i];
        y[k] = b[(size_t)k * n + i];
    }
    over[i] = add(s, x, y);
    for (int k = 0; k < LIMBS; k++)
        sum[(size_t)k * n + i] = s[k];
}

void add256(const unsigned int *a, const unsigned int *b, unsigned int *sum,
            unsigned int *over, int n) {
    if (n == 0) return;
    add_kernel<<<(n + 255) / 256, 256>>>(a, b, sum, over, n);
}
