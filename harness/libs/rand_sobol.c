// cuRAND: Sobol's sequences.
//
// Dimension d has the d-th primitive polynomial over GF(2), by degree and then
// by value, and odd numbers m[k] < 2^k, the first `degree` of them free. Up to
// degree 7 they are those that S. Joe and F. Y. Kuo published ("Constructing
// Sobol sequences with better two-dimensional projections", 2008), which cuRAND
// uses for all dimensions; beyond, odd numbers of a hash.
#include "libs/rand.h"

#include "base/heap.h"

#include <pthread.h>
#include <string.h>

enum { PUBLISHED = 36, DEGREES = 24 };

// Of dimensions 2 to 37.
static const uint8_t published[PUBLISHED][7] = {
    {1},
    {1, 3},
    {1, 3, 1},
    {1, 1, 1},
    {1, 1, 3, 3},
    {1, 3, 5, 13},
    {1, 1, 5, 5, 17},
    {1, 1, 5, 5, 5},
    {1, 1, 7, 11, 19},
    {1, 1, 5, 1, 1},
    {1, 1, 1, 3, 11},
    {1, 3, 5, 5, 31},
    {1, 3, 3, 9, 7, 49},
    {1, 1, 1, 15, 21, 21},
    {1, 3, 1, 13, 27, 49},
    {1, 1, 1, 15, 7, 5},
    {1, 3, 1, 15, 13, 25},
    {1, 1, 5, 5, 19, 61},
    {1, 3, 7, 11, 23, 15, 103},
    {1, 3, 7, 13, 13, 15, 69},
    {1, 1, 3, 13, 7, 35, 63},
    {1, 3, 5, 9, 1, 25, 53},
    {1, 3, 1, 13, 9, 35, 107},
    {1, 3, 1, 5, 27, 61, 31},
    {1, 1, 5, 11, 19, 41, 61},
    {1, 3, 5, 3, 3, 13, 69},
    {1, 1, 7, 13, 1, 19, 1},
    {1, 3, 7, 5, 13, 19, 59},
    {1, 1, 3, 9, 25, 29, 41},
    {1, 3, 5, 13, 23, 1, 55},
    {1, 3, 7, 3, 13, 59, 17},
    {1, 3, 1, 3, 5, 53, 69},
    {1, 1, 5, 5, 23, 33, 13},
    {1, 1, 7, 7, 1, 61, 123},
    {1, 1, 7, 9, 13, 61, 49},
    {1, 3, 3, 5, 3, 55, 33},
};

// ---- primitive polynomials, as bits, that of x^degree too

static uint32_t poly_product(uint32_t a, uint32_t b, uint32_t p, int degree) {
    uint32_t sum = 0;
    for (; b; b >>= 1) {
        if (b & 1) sum ^= a;
        a <<= 1;
        if (a >> degree & 1) a ^= p;
    }
    return sum;
}

static uint32_t poly_power_of_x(uint32_t n, uint32_t p, int degree) {
    uint32_t x = degree == 1 ? 2 ^ p : 2, result = 1;
    for (; n; n >>= 1) {
        if (n & 1) result = poly_product(result, x, p, degree);
        x = poly_product(x, x, p, degree);
    }
    return result;
}

// x has the order 2^degree - 1.
static bool is_primitive(uint32_t p, int degree) {
    uint32_t order = (1u << degree) - 1, rest = order;
    if (poly_power_of_x(order, p, degree) != 1) return false;
    for (uint32_t f = 2; f * f <= rest; f++) {
        if (rest % f) continue;
        if (poly_power_of_x(order / f, p, degree) == 1) return false;
        while (rest % f == 0)
            rest /= f;
    }
    return rest == order || rest == 1 ||
           poly_power_of_x(order / rest, p, degree) != 1;
}

// ---- direction vectors

static uint64_t hashed(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static struct {
    uint32_t (*v32)[32];
    uint64_t (*v64)[64];
    uint32_t *c32;
    uint64_t *c64;
} tables;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill_dimension(int d, uint32_t p, int degree) {
    uint64_t m[64];
    for (int k = 0; k < 64; k++) {
        if (k < degree) {
            m[k] = d >= 1 && d <= PUBLISHED
                       ? published[d - 1][k]
                       : (hashed((uint64_t)d * 64 + (uint64_t)k) &
                          ((1u << k) * 2 - 1)) |
                             1;
            continue;
        }
        m[k] = m[k - degree] ^ m[k - degree] << degree;
        for (int i = 1; i < degree; i++)
            if (p >> (degree - i) & 1) m[k] ^= m[k - i] << i;
    }
    for (int k = 0; k < 64; k++)
        tables.v64[d][k] = m[k] << (63 - k);
    for (int k = 0; k < 32; k++)
        tables.v32[d][k] = (uint32_t)(m[k] << (31 - k));
}

static void fill_tables(void) {
    tables.v32 = heap_new(SOBOL_DIMENSIONS, sizeof *tables.v32);
    tables.v64 = heap_new(SOBOL_DIMENSIONS, sizeof *tables.v64);
    tables.c32 = heap_new(SOBOL_DIMENSIONS, sizeof *tables.c32);
    tables.c64 = heap_new(SOBOL_DIMENSIONS, sizeof *tables.c64);
    for (int k = 0; k < 64; k++)
        tables.v64[0][k] = (uint64_t)1 << (63 - k);
    for (int k = 0; k < 32; k++)
        tables.v32[0][k] = 1u << (31 - k);
    int d = 1;
    for (int degree = 1; degree < DEGREES && d < SOBOL_DIMENSIONS; degree++)
        for (uint32_t p = (1u << degree) | 1;
             p < 2u << degree && d < SOBOL_DIMENSIONS; p += 2)
            if (is_primitive(p, degree)) fill_dimension(d++, p, degree);
    for (int i = 0; i < SOBOL_DIMENSIONS; i++) {
        tables.c64[i] = hashed(0x5c0b01u + (uint64_t)i);
        tables.c32[i] = (uint32_t)(tables.c64[i] >> 32);
    }
}

const uint32_t (*sobol_vectors_32(void))[32] {
    pthread_once(&once, fill_tables);
    return (const uint32_t(*)[32])tables.v32;
}
const uint64_t (*sobol_vectors_64(void))[64] {
    pthread_once(&once, fill_tables);
    return (const uint64_t(*)[64])tables.v64;
}
const uint32_t *sobol_scrambles_32(void) {
    pthread_once(&once, fill_tables);
    return tables.c32;
}
const uint64_t *sobol_scrambles_64(void) {
    pthread_once(&once, fill_tables);
    return tables.c64;
}

// By Gray's code: neighbours differ in one bit.
uint64_t sobol_point_32(const uint32_t v[32], uint64_t i) {
    uint32_t x = 0;
    uint64_t gray = i ^ i >> 1;
    for (int k = 0; k < 32; k++)
        if (gray >> k & 1) x ^= v[k];
    return x;
}
uint64_t sobol_point_64(const uint64_t v[64], uint64_t i) {
    uint64_t x = 0, gray = i ^ i >> 1;
    for (int k = 0; k < 64; k++)
        if (gray >> k & 1) x ^= v[k];
    return x;
}
