// stochastic-rounding: by the neighbours and the distance, not by a carry.
#include <math.h>
#include <stdint.h>
#include <string.h>

void reference(const float *w, const float *g, double *next, int n, float rate,
               unsigned int seed);

static unsigned hash(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    return x ^ x >> 16;
}

// The bfloat16 whose bits are `upper`. Beyond the largest one lies infinity.
static double value(unsigned upper) {
    uint32_t bits = upper << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

void reference(const float *w, const float *g, double *next, int n, float rate,
               unsigned int seed) {
    for (int i = 0; i < n; i++) {
        float t = fmaf(-rate, g[i], w[i]);
        uint32_t bits;
        memcpy(&bits, &t, sizeof bits);
        unsigned below = bits >> 16, part = bits & 0xffff;
        unsigned chance = hash(seed + (unsigned)i) & 0xffff;
        if (isnan(t))
            next[i] = NAN;
        else // up in `part` of 65536 cases
            next[i] = value(chance >= 0x10000 - part && part ? below + 1 : below);
    }
}
