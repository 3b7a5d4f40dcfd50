// A learner's prediction of a metric, written into a source before it is
// checked, and what came of it.
#ifndef PAPER_PREDICTION_H
#define PAPER_PREDICTION_H

#include "base/arena.h"

typedef struct Prediction {
    const char *metric; // "bank_conflicts"; NULL: the source has none
    double said;        // as gates have it: 0.95 of "95%"
    double got;         // what the check counted; NaN: it did not
    double before;      // in the last attempt before this; NaN: not counted
    bool stale;         // an earlier attempt has the same code
} Prediction;

// Reads the first "predict: METRIC VALUE" of a source, a "%" may follow.
// Returns false, and sets metric to NULL, if there is none.
bool prediction_read(Arena *a, const char *source, Prediction *out);

// Returns true if two sources differ in comments and spaces at the most.
bool prediction_same_code(const char *a, const char *b);

// Returns why p confirms nothing, or NULL if it does: the code is new, the
// metric is another than before, and as predicted. within: percent, of the
// larger of two values that are compared.
const char *prediction_fault(Arena *a, const Prediction *p, int within);

#endif
