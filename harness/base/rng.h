// Random numbers for inputs: xoshiro256** seeded by splitmix64.
// Source: Blackman and Vigna, "Scrambled linear pseudorandom number
// generators", 2018, and their public-domain reference.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/base.h"

typedef struct Rng {
    uint64_t s[4];
} Rng;

void rng_seed(Rng *r, uint64_t seed);

// Inline, as large inputs are made of nothing else.
static inline uint64_t rng_rotate(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

static inline uint64_t rng_next(Rng *r) {
    uint64_t *s = r->s;
    uint64_t result = rng_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

// Uniform in [0, n), n > 0, without modulo bias.
uint64_t rng_below(Rng *r, uint64_t n);
// Uniform in [lo, hi], both included.
int64_t rng_range(Rng *r, int64_t lo, int64_t hi);
// Uniform in [0, 1).
double rng_unit(Rng *r);
// From the system: for seeds that nobody can know.
uint64_t rng_entropy(void);

#endif
