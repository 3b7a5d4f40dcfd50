// Naming the shape of a wrong result; see patterns.def.
#ifndef GATE_PATTERN_H
#define GATE_PATTERN_H

#include "gate/judge/case_data.h"

typedef enum Pattern {
#define PATTERN(id, ...) PATTERN_##id,
#include "plan/patterns.def"
    PATTERN_COUNT,
    PATTERN_NONE = PATTERN_COUNT,
} Pattern;

typedef struct PatternInfo {
    const char *name, *text;
    bool is_cause;
} PatternInfo;
extern const PatternInfo pattern_info[PATTERN_COUNT];

// The looks of one wrong output.
typedef struct PatternSet {
    uint64_t all;  // a bit, 1 << Pattern, for each that it has
    uint64_t open; // likewise, for those that its size cannot show
    // The names in their sentences (`@`): an output, a number.
    const char *about[PATTERN_COUNT];
} PatternSet;

// Looks at output g of a set: got is its payload, wrong[i] says which elements
// are wrong (nwrong of them, at least one).
PatternSet pattern_find(Arena *a, const CaseData *c, int set, int g,
                        const unsigned char *got, const bool *wrong,
                        int64_t nwrong);

// The most telling pattern of a set; PATTERN_NONE of none.
static inline Pattern pattern_first(uint64_t all) {
    return all ? (Pattern)__builtin_ctzll(all) : PATTERN_NONE;
}
static inline uint64_t pattern_bit(Pattern p) {
    return (uint64_t)1 << p;
}
// The sentence of a pattern; about: in the place of its `@`.
const char *pattern_says(Arena *a, Pattern p, const char *about);

#endif
