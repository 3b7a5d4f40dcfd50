// Likely causes of wrong values, in words that fit the learner's file: the
// values alone do not show them, and the text does.
#ifndef GATE_VALUE_WORDS_H
#define GATE_VALUE_WORDS_H

#include "base/str.h"
#include "gate/result/result.h"

// Says why values are wrong, if nothing has said so yet and a rule fits.
void value_words(CheckResult *r);

// Kind program: parameters of a kernel may have other names than the entry's.
typedef enum RuleKinds {
    KERNELS,  // kind cuda
    PROGRAMS, // that, and program
    PLAIN,    // those, and c
} RuleKinds;

// Each returns a sentence, or NULL: it does not fit. code: source_code.
#define RULE(id, kinds, is_certain)                                            \
    const char *value_##id(CheckResult *r, const char *code);
#include "gate/result/value_rules.def"

// Elements are left out, by the looks of the values.
bool value_leaves_out(const CheckResult *r);
// Says which loop, around that line or around any (0), begins at the number of
// a thread and steps by 1. NULL: none.
const char *every_element_words(CheckResult *r, const char *code, int line);
// The same of a loop around that line whose variable is the index of the
// element that several threads store to: a loop that is the same in every
// thread, and a step that is a sum, too.
const char *same_rounds_words(CheckResult *r, const char *code, int line,
                              Str index);

#endif
