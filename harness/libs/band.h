// Sparse systems on the CPU: a matrix by rows is put into a band and
// eliminated.
#ifndef LIBS_BAND_H
#define LIBS_BAND_H

#include <stdbool.h>

// A square matrix by rows, its numbers from 0.
typedef struct BandRows {
    int n;
    const int *offsets, *indices;
    const double *values; // NULL: the pattern alone
} BandRows;

// p[i]: the row and column that come i-th, so that entries lie near the
// diagonal (Cuthill and McKee's order, reversed).
void band_order(const BandRows *a, int *p);

typedef struct Band Band;
// Factors A - shift I, rows changing places for large pivots if `pivots`. NULL:
// the band is too large for memory.
Band *band_factor(const BandRows *a, double shift, bool pivots);
void band_free(Band *b);
// The first pivot within tol of zero (and, without changes of place, below it),
// or -1.
int band_singular(const Band *b, double tol);
void band_solve(const Band *b, const double *rhs, double *x);

#endif
