// An elementwise sum over strides: a flat index of the output, two divisions
// that are multiplications, and a dot product with the strides.
//
//   t  --/ d2-->  (i * d1 + j), k  --/ d1-->  i, j        out[t]
//   a[i * a0 + j * a1 + k * a2]    b[i * b0 + j * b1 + k * b2]

const int BLOCK = 256;
const int EACH = 4; // elements per thread, a block apart

// Division by a number that the host knows: t / d for 0 <= t < 2^31 is the
// upper half of t * magic, plus t, shifted.
struct Divisor {
    unsigned d, magic, shift;
};

static Divisor divisor(unsigned d) {
    unsigned shift = 0;
    while ((1ull << shift) < d)
        shift++;
    unsigned magic = (unsigned)(((1ull << 32) * ((1ull << shift) - d)) / d + 1);
    return {d, magic, shift};
}

__device__ unsigned quotient(unsigned t, Divisor by) {
    return (__umulhi(t, by.magic) + t) >> by.shift;
}

struct Strides {
    unsigned s0, s1, s2;

    __device__ unsigned at(unsigned i, unsigned j, unsigned k) const {
        return i * s0 + j * s1 + k * s2;
    }
};

__global__ void add_kernel(const float *a, const float *b, float *out,
                           unsigned n, Divisor d1, Divisor d2, Strides as,
                           Strides bs) {
    unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        unsigned t = first + e * BLOCK;
        if (t >= n) return;
        unsigned row = quotient(t, d2), k = t - row * d2.d;
        unsigned i = quotient(row, d1), j = row - i * d1.d;
        out[t] = a[as.at(i, j, k)] + b[bs.at(i, j, k)];
    }
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    unsigned n = (unsigned)d0 * d1 * d2;
    if (n == 0) return;

    Strides as = {(unsigned)a0, (unsigned)a1, (unsigned)a2};
    Strides bs = {(unsigned)b0, (unsigned)b1, (unsigned)b2};
    unsigned blocks = (n + BLOCK * EACH - 1) / (BLOCK * EACH);
    add_kernel<<<blocks, BLOCK>>>(a, b, out, n, divisor(d1), divisor(d2), as,
                                  bs);
}
