// The reference of an exercise: reference.c, compiled and loaded.
#ifndef GATE_REFERENCE_H
#define GATE_REFERENCE_H

#include "base/err.h"
#include "plan/plan.h"

typedef struct Reference {
    void *lib;
    void (*all)(void **);
    void (*scale)(void **); // these are NULL if reference.c has none
    void (*at)(void **, long long), (*scale_at)(void **, long long);
} Reference;
// path: the shared object; source: what it was made of, for messages.
bool reference_open(Reference *r, const char *path, const char *source,
                    Err *err);
void reference_close(Reference *r);

// Returns true if the reference has all that a compare needs; else err names
// the missing part.
bool reference_serves(const Reference *r, const Compare *how, Err *err);

#endif
