// One case as data: drawn variables, inputs, where they lie in the region that
// kata shares with its child, and what the reference says of the outputs.
//
//   shared region:   [in 0][in 1] ... [after 0][after 1] ...
//   after:           [guard][payload][guard]      as found when the call is
//   over
//
// Inputs are kept privately too: the child can write to the region. A timed
// case lies in no region (staging.h).
#ifndef GATE_CASE_DATA_H
#define GATE_CASE_DATA_H

#include "plan/plan.h"
#include "run/run.h"

enum {
    GUARD_BYTES = 4096, // on both sides of every buffer
    // Guards of inputs are NaNs: a sum that reads past the end shows it. Those
    // of outputs are something else, so that copying the one into the other
    // shows as well.
    GUARD_INPUT = 0xFF,
    GUARD_OUTPUT = 0xA5,
    POISON = 0xFF, // a NaN as a float, -1 as an integer
    // A huge number in any type, for results that may be NaN or -1.
    POISON_FINITE = 0x7B,
    MAX_SETS = 4, // fresh inputs that timed repetitions choose from
    MAX_DIMS = 4,
    MAX_ARGS = 32,
    STAGING_BYTES = 16 << 20, // of a region, for timed cases
};

typedef struct ArgData {
    const Arg *arg;
    int64_t dims[MAX_DIMS];
    size_t count; // elements
    size_t bytes;
    size_t in_off[MAX_SETS]; // in the region; outputs have none
    size_t after_off;
    unsigned char *in[MAX_SETS]; // private copies; NULL for outputs
    // For the reference, made when needed: `in` of half precision as
    // floats, and any floats squared.
    float *seen[MAX_SETS];
    void *squared[MAX_SETS];
    double *largest[MAX_SETS]; // element as filled, found when needed
    // outputs: what is expected, doubles for float types, else the type itself
    void *want[MAX_SETS];
    void *was[MAX_SETS];     // before that changed, of a small output; or NULL
    double *sizes[MAX_SETS]; // of what an output is made of (Want, compare.h)
    uint64_t scalar;         // scalars: the value's bytes
} ArgData;

typedef struct CaseData {
    const char *name; // "rows=1023 cols=65"
    uint64_t seed;
    Env env;
    ArgData *args;
    int nargs;
    int sets;
    size_t region; // bytes of the shared region that it takes as a whole
    const ArgFill *fills;
    int nfills;
    unsigned char poison; // of its outputs
    Compare compare;      // the exercise's, or exact (measure: {exact: true})
    double terms;         // compare: {model:}: terms per output element
} CaseData;

// Draws the variables, sizes the buffers and lays out the region. Nothing large
// is allocated yet. Numbers are drawn from seed alone: the same seed, the same
// case.
bool case_draw(CaseData *c, Arena *a, const Exercise *ex, const CaseVar *vars,
               int nvars, const ArgFill *fills, int nfills, const char *name,
               int sets, uint64_t seed, Err *err);
// Returns true if an array of the case has no element. A size that is 0 in a
// longer expression, as a stride, leaves some.
bool case_is_empty(const CaseData *c);
// Allocates and fills the inputs, and copies them into the region, if it is not
// NULL. Earlier inputs and expectations are forgotten.
bool case_fill(CaseData *c, char *region, Err *err);
// One changed element of an input, for a repetition on inputs that nobody has
// seen.
typedef struct InputChange {
    int arg;
    size_t offset, bytes; // in the argument
} InputChange;
enum { MAX_CHANGES = 16 };
// Changes an element at random of every drawn input of a set; returns how many.
// The set's expectation is then out of date.
int case_freshen(CaseData *c, int set, Rng *rng, InputChange out[MAX_CHANGES]);
// The same with all their elements: inputs of the same kind, of which nothing
// is known.
int case_renew(CaseData *c, int set, Rng *rng, InputChange out[MAX_CHANGES]);
// Draws n elements of an input of a set anew, from `first`: large values of the
// argument's own fill, and if the case has that, one as large as any of the
// input; its own fill, whatever the case has instead, unless nothing is
// allowed, the elements depend on each other, or the case has one whole number
// everywhere, a length, say, that decides how much there is to do: then what it
// has. False: its fill is constant there.
bool case_redraw(CaseData *c, int set, int g, size_t first, size_t n, Rng *rng,
                 InputChange *out);
// Frees the inputs and expectations; the name and sizes stay.
void case_drop(CaseData *c);

#endif
