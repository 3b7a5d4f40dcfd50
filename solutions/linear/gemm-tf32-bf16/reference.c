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
               int m, int n, int k) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double s = 0, t = 0;
            for (int p = 0; p < k; p++) {
                float x = a[(size_t)i * k + p], y = b[(size_t)p * n + j];
                s += tf32(x) * tf32(y);
                t += bf16(x) * bf16(y);
            }
            if (c_tf32) c_tf32[(size_t)i * n + j] = s;
            if (c_bf16) c_bf16[(size_t)i * n + j] = t;
        }
}
