// Sentences about the sizes of cases: which of them are right, and which wrong.
//
// A sentence needs two cases on either side, and leaves out those with fills of
// their own: these may fail for their values.
#ifndef GATE_ACROSS_SIZES_H
#define GATE_ACROSS_SIZES_H

#include "gate/result/result.h"

#include <string.h>

typedef struct Across {
    const Case *const *of;
    const Env *sizes;
    const CaseResult *got;
    int n;
    bool has_blocks; // it runs on a device, and not on a processor
    const TrapInfo *traps;
    int ntraps;
    const Exercise *ex; // or NULL
} Across;

static inline bool across_is_value(const CaseResult *r) {
    return r->verdict == VERDICT_FAIL && r->kind &&
           !strcmp(r->kind, "mismatch");
}

// Case i has a wrong value, or has shown a race and ran to its end.
bool across_is_wrong(const Across *x, int i);

// Each returns a sentence in a, or NULL: none fits all cases.
// It says what the sizes mean.
const char *across_by_meaning(Arena *a, const Across *x,
                              const CheckResult *res);
// It names the one case that is wrong.
const char *across_by_name(Arena *a, const Across *x);
// It names a size, and no reason.
const char *across_by_size(Arena *a, const Across *x);

#endif
