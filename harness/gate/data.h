// One case as data: drawn variables, inputs, where they lie in the region that
// kata shares with its child, and what the reference says of the outputs.
//
//   shared region:   [in 0][in 1] ... [after 0][after 1] ...
//   after:           [guard][payload][guard]      as found when the call is
//   over
//
// Inputs are kept privately too: the child can write to the region.
#ifndef GATE_DATA_H
#define GATE_DATA_H

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
    MAX_SETS = 4,  // fresh inputs that timed repetitions choose from
    MAX_DIMS = 4,
};

typedef struct ArgData {
    const Arg *arg;
    int64_t dims[MAX_DIMS];
    size_t count; // elements
    size_t bytes;
    size_t in_off[MAX_SETS]; // in the region; outputs have none
    size_t after_off;
    unsigned char *in[MAX_SETS]; // private copies; NULL for outputs
    void *squared[MAX_SETS];     // floats of `in` squared, made when needed
    // outputs: what is expected, doubles for float types, else the type itself
    void *want[MAX_SETS];
    double *squares[MAX_SETS]; // the reference of the squared inputs (model)
    uint64_t scalar;           // scalars: the value's bytes
} ArgData;

typedef struct CaseData {
    const char *name; // "rows=1023 cols=65"
    uint64_t seed;
    Env env;
    ArgData *args;
    int nargs;
    int sets;
    size_t region; // bytes of the shared region that the case needs
    const ArgFill *fills;
    int nfills;
    double terms; // compare: {model:}: terms per output element
} CaseData;

// The reference, loaded.
typedef struct Reference {
    void *lib;
    void (*all)(void **);
    void (*at)(void **, long long); // NULL if reference.c has none
} Reference;
bool reference_open(Reference *r, const char *path, Err *err);
void reference_close(Reference *r);

// Draws the variables, sizes the buffers and lays out the region. Nothing large
// is allocated yet. Numbers are drawn from seed alone: the same seed, the same
// case.
bool case_draw(CaseData *c, Arena *a, const Exercise *ex, const CaseVar *vars,
               int nvars, const ArgFill *fills, int nfills, const char *name,
               int sets, uint64_t seed, Err *err);
// Allocates and fills the inputs, and copies them into the region. What was
// there of an earlier time, expectations too, is forgotten.
bool case_fill(CaseData *c, char *region, Err *err);
// One changed element of an input, for a repetition on inputs that nobody has
// seen.
typedef struct Patch {
    int arg;
    size_t offset, bytes; // in the argument
} Patch;
enum { MAX_PATCHES = 8 };
// What changed in a set, copied into another region that holds the case.
void case_patch(const CaseData *c, int set, const Patch *patch, int n,
                char *region);
// The inputs as they are now, copied into another region.
void case_copy(const CaseData *c, char *region);
// Changes an element at random of every drawn input of a set, here and in the
// region; returns how many. What was expected of the set is then out of date.
int case_freshen(CaseData *c, int set, Rng *rng, char *region,
                 Patch out[MAX_PATCHES]);
// Draws n elements of an input of a set anew, from `first`, here and in the
// region: large values of the argument's own fill, whatever the case has
// instead. False: its fill is constant.
bool case_redraw(CaseData *c, int set, int g, size_t first, size_t n, Rng *rng,
                 char *region, Patch *out);
// Computes what is expected, for every set; or anew for one of them.
void case_expect(CaseData *c, const Exercise *ex, const Reference *ref);
void case_expect_again(CaseData *c, const Exercise *ex, const Reference *ref,
                       int set);
// Computes element i of output g of a set only: *want and, for model compares,
// *square. The reference must have `at`.
void case_expect_at(CaseData *c, const Exercise *ex, const Reference *ref,
                    int set, int g, int64_t i, double *want, double *square);
// Frees the inputs and expectations; the name and sizes stay.
void case_drop(CaseData *c);

#endif
