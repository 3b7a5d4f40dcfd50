// rejected by: trap out-of-bounds (n - 16 of an unsigned n below 16 is 4 billion)
// says: An unsigned n - 16 is never below 0: with fewer than 16 elements it is about 4 billion. Compare i + 16 with n.
// Sixteen sums in four vectors: enough chains to hide an addition's latency.
// Vector types instead of intrinsics, so that it is the same on x86-64 and arm64.
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

static Four product(const float *x, const float *y) {
    return *(const Four *)x * *(const Four *)y;
}

void dot(const float *x, const float *y, float *out, int n) {
    Four s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    unsigned i = 0, size = n;
    for (; i <= size - 16; i += 16) {
        s0 += product(x + i, y + i);
        s1 += product(x + i + 4, y + i + 4);
        s2 += product(x + i + 8, y + i + 8);
        s3 += product(x + i + 12, y + i + 12);
    }
    s0 = (s0 + s1) + (s2 + s3);
    float sum = (s0[0] + s0[1]) + (s0[2] + s0[3]);
#pragma GCC unroll 1
    for (; i < size; i++)
        sum += x[i] * y[i];
    out[0] = sum;
}
