// xoshiro256**, seeded by splitmix64 (Blackman and Vigna, 2018).
#include "base/rng.h"

#include "base/heap.h"

#include <sys/random.h>

// Adjacent seeds must give unrelated states; splitmix64 does that and never
// yields the all-zero state that xoshiro cannot leave.
static uint64_t split_mix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

void rng_seed(Rng *r, uint64_t seed) {
    for (int i = 0; i < 4; i++)
        r->s[i] = split_mix(&seed);
}

uint64_t rng_below(Rng *r, uint64_t n) {
    // Reject the first 2^64 mod n values: what is left is a multiple of n.
    uint64_t reject = -n % n, x;
    do
        x = rng_next(r);
    while (x < reject);
    return x % n;
}

int64_t rng_range(Rng *r, int64_t lo, int64_t hi) {
    uint64_t n = (uint64_t)hi - (uint64_t)lo + 1; // 0: all 2^64 values
    uint64_t x = n ? rng_below(r, n) : rng_next(r);
    return (int64_t)((uint64_t)lo + x);
}

double rng_unit(Rng *r) {
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

uint64_t rng_entropy(void) {
    uint64_t x;
    if (getrandom(&x, sizeof x, 0) != sizeof x)
        die("the system gives no random numbers");
    return x;
}
