// Computes the expected outputs of a case: the reference on its inputs and,
// where the tolerance is the rounding of sums, on their squares as well, or its
// scale (compare.h).
#ifndef GATE_EXPECT_H
#define GATE_EXPECT_H

#include "gate/judge/compare.h"

// The reference, loaded.
typedef struct Reference {
    void *lib;
    void (*all)(void **);
    void (*scale)(void **); // these are NULL if reference.c has none
    void (*at)(void **, long long), (*scale_at)(void **, long long);
} Reference;
bool reference_open(Reference *r, const char *path, Err *err);
void reference_close(Reference *r);

// Returns true if the reference has all that a compare needs; else err names
// the missing part.
bool reference_serves(const Reference *r, const Compare *how, Err *err);

// Computes what is expected, for every set; or anew for one of them.
void case_expect(CaseData *c, const Reference *ref);
void case_expect_again(CaseData *c, const Reference *ref, int set);
// Computes element i of output g of a set only. The reference must have `at`.
Want case_expect_at(CaseData *c, const Reference *ref, int set, int g,
                    int64_t i);
// n elements of an input of a set have changed, from `first`: so does what the
// reference reads in their place, if there is any yet.
void expect_changed(ArgData *d, int set, size_t first, size_t n);

#endif
