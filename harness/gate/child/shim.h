// The few lines of C and C++ that kata writes so that an entry point with any
// signature can be called through `void *[]`, one pointer to each argument.
#ifndef GATE_SHIM_H
#define GATE_SHIM_H

#include "build/build.h"
#include "plan/plan.h"

// The build of a file for an exercise on a backend; cc is the target's compute
// capability. Flags are those that the exercise itself requires: of kind c, or
// of the libraries that a program is linked with. *lacks, where lacks is not
// NULL, is then a library that is not on this machine, or NULL.
BuildJob shim_job(Arena *a, const Toolkit *tk, const Exercise *ex,
                  const Backend *on, int cc, const char *source,
                  const char **lacks);

// Defines void kata_call(void **a), which calls the entry, in the language of
// the backend's shim.
char *shim_entry(Arena *a, const Exercise *ex, const Backend *on);

// C: defines kata_reference(void **a), which calls reference(): the entry's
// parameters, float outputs as double. If reference.c also defines
// reference_at(..., long long at), which computes one output element only,
// kata_reference_at(void **a, long long at) calls it and kata_has_at is 1; and
// likewise reference_scale and reference_scale_at (compare.h).
char *shim_reference(Arena *a, const Exercise *ex);

#endif
