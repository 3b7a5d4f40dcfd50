// The few lines of C and C++ that kata writes so that an entry point with any
// signature can be called through `void *[]`, one pointer to each argument.
#ifndef GATE_SHIM_H
#define GATE_SHIM_H

#include "build/backend.h"
#include "plan/plan.h"

// Defines void kata_call(void **a), which calls the entry, in the language of
// the backend's shim.
char *shim_entry(Arena *a, const Exercise *ex, const Backend *on);

// C: defines kata_reference(void **a), which calls reference(): the entry's
// parameters, float outputs as double. Where reference.c also defines
// reference_at(..., long long at), which computes one output element only,
// kata_reference_at(void **a, long long at) calls it and kata_has_at is 1; and
// likewise reference_scale and reference_scale_at (compare.h).
char *shim_reference(Arena *a, const Exercise *ex);

#endif
