// rejected by: gate instructions | gate simd (the four products of a vector are added one by one)
// Sixteen sums in four vectors: enough chains to hide an addition's latency.
// Vector types instead of intrinsics, so that it is the same on x86-64 and arm64.
typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));

static Four product(const float *x, const float *y) {
    return *(const Four *)x * *(const Four *)y;
}

void dot(const float *x, const float *y, float *out, int n) {
    float sum = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        Four p = product(x + i, y + i);
        for (int k = 0; k < 4; k++)
            sum += p[k];
    }
#pragma GCC unroll 1
    for (; i < n; i++)
        sum += x[i] * y[i];
    out[0] = sum;
}
