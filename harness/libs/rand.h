// Inside cuRAND: sources of 32-bit words, and what is made of them.
#ifndef LIBS_RAND_H
#define LIBS_RAND_H

#include "base/base.h"

// A pseudo-random generator: `lanes` sequences of the same algorithm, far
// apart, of which word i of the output comes from lane i mod `lanes` (Philox:
// four words of a lane at a time).
typedef struct Words Words;

typedef enum WordsKind {
    WORDS_XORWOW,
    WORDS_MRG32K3A,
    WORDS_PHILOX,
    WORDS_MT19937,
} WordsKind;

// legacy: in the order of the first releases, where it differs. offset: words
// that are left out at the beginning.
Words *words_new(WordsKind kind, uint64_t seed, uint64_t offset, bool legacy);
void words_free(Words *w);
// The next word, of the lane whose turn it is.
uint32_t words_next(Words *w);
// The same as numbers in (0, 1], a double with all the bits that the algorithm
// has.
float words_float(Words *w);
// Two of the same lane, which then has had its turn: the second is an angle in
// (0, 2 pi].
void words_two_floats(Words *w, float *u, float *angle);
double words_double(Words *w);
void words_two_doubles(Words *w, double *first, double *second);

// Philox's numbers depend on nothing but their place in the output: the next
// one's, which may be set. Doubles are four of a lane at a time, too.
bool words_have_places(const Words *w);
uint64_t words_place(const Words *w);
void words_go_to(Words *w, uint64_t place);
// A word in (0, 1] as XORWOW and Philox have it.
float float_of_word(uint32_t word);

// ---- Sobol's sequences (rand_sobol.c)

enum { SOBOL_DIMENSIONS = 20000 };

// Direction vectors of all dimensions, 32 or 64 for each, made once.
const uint32_t (*sobol_vectors_32(void))[32];
const uint64_t (*sobol_vectors_64(void))[64];
// A number for each dimension that the scrambled sequences are combined with.
const uint32_t *sobol_scrambles_32(void);
const uint64_t *sobol_scrambles_64(void);
// Point i of one dimension.
uint64_t sobol_point_32(const uint32_t v[32], uint64_t i);
uint64_t sobol_point_64(const uint64_t v[64], uint64_t i);

// ---- distributions (rand_normal.c)

// The number below which a standard normal one lies with probability p.
double normal_quantile(double p);
// The same for Poisson's distribution: a table for small lambda, else by the
// normal distribution.
typedef struct Poisson Poisson;
Poisson *poisson_new(double lambda);
void poisson_free(Poisson *p);
uint32_t poisson_quantile(const Poisson *p, double u);

#endif
