#include <stddef.h>
#include <string.h>

static float cut(float v, unsigned add, unsigned mask) {
    unsigned u;
    memcpy(&u, &v, sizeof u);
    u = (u + add) & ~mask;
    memcpy(&v, &u, sizeof v);
    return v;
}

// To nearest, ties away from zero: ten bits of mantissa stay.
static double tf32(float v) {
    return cut(v, 1u << 12, (1u << 13) - 1);
}

// To nearest, ties to even: seven bits stay.
static double bf16(float v) {
    unsigned u;
    memcpy(&u, &v, sizeof u);
    return cut(v, (1u << 15) - 1 + (u >> 16 & 1), (1u << 16) - 1);
}

void reference(const float *a, const float *b, double *c_tf32, double *c_bf16,
               int m, int n, int k);
void reference_at(const float *a, const float *b, double *c_tf32,
                  double *c_bf16, int m, int n, int k, long long at);

// One element: for samples of large results.
void reference_at(const float *a, const float *b, double *c_tf32,
                  double *c_bf16, int m, int n, int k, long long at) {
    (void)m;
    const float *row = a + at / n * k, *col = b + at % n;
    double s = 0, t = 0;
    for (long long p = 0; p < k; p++) {
        float x = row[p], y = col[p * n];
        s += tf32(x) * tf32(y);
        t += bf16(x) * bf16(y);
    }
    if (c_tf32) c_tf32[at] = s;
    if (c_bf16) c_bf16[at] = t;
}

void reference(const float *a, const float *b, double *c_tf32, double *c_bf16,
               int m, int n, int k) {
    for (long long at = 0; at < (long long)m * n; at++)
        reference_at(a, b, c_tf32, c_bf16, m, n, k, at);
}
