// The few lines of C and C++ that kata writes so that an entry point with any
// signature can be called through `void *[]`, one pointer to each argument.
#ifndef GATE_SHIM_H
#define GATE_SHIM_H

#include "plan/plan.h"

// C++: defines extern "C" void kata_call(void **a), which calls the entry.
char *shim_entry(Arena *a, const Exercise *ex);

// C: the same for an exercise of kind c.
char *shim_entry_c(Arena *a, const Exercise *ex);

// C: defines kata_reference(void **a), which calls reference(): the entry's
// parameters, float outputs as double. Where reference.c also defines
// reference_at(..., long long at), which computes one output element only,
// kata_reference_at(void **a, long long at) calls it and kata_has_at is 1.
char *shim_reference(Arena *a, const Exercise *ex);

#endif
