// rejected by: case n=15 | case n=35 | case (the rest begins at the last multiple of 16, although vectors have taken part of it)
// says: Some products after the last multiple of 16 count twice: in single vectors, and one by one again. The rest begins where the last vector ended.
// Sixteen sums in four vectors: enough chains to hide an addition's latency.
// Vector types instead of intrinsics, so that it is the same on x86-64 and arm64.
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

static Four product(const float *x, const float *y) {
    return *(const Four *)x * *(const Four *)y;
}

void dot(const float *x, const float *y, float *out, int n) {
    Four s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        s0 += product(x + i, y + i);
        s1 += product(x + i + 4, y + i + 4);
        s2 += product(x + i + 8, y + i + 8);
        s3 += product(x + i + 12, y + i + 12);
    }
    for (; i + 4 <= n; i += 4)
        s0 += product(x + i, y + i);
    s0 = (s0 + s1) + (s2 + s3);
    float sum = (s0[0] + s0[1]) + (s0[2] + s0[3]);
#pragma GCC unroll 1
    for (i = n / 16 * 16; i < n; i++)
        sum += x[i] * y[i];
    out[0] = sum;
}
