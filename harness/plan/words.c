// The words that authors write and checks use: metrics, traps, patterns and
// verdicts, expanded from the lists that both read.
#include "plan/parts.h"

#include <string.h>

static const char *const whens[] = {
#define METRIC(id, ...) #id,
#include "plan/metrics.def"
#define PATTERN(id, name, ...) name,
#include "plan/patterns.def"
#define TRAP(id, name, ...) name,
#include "base/traps.def"
    "undefined-behaviour", // gate/tools/faults.def
    // Verdicts, and the kinds of a failed case (gate/result/result.h).
    "fail",
    "build",
    "crash",
    "timeout",
    "guard",
    "input-changed",
    "launch",
    "mismatch",
    "answer",
    "escaped",
    "no-kernel",
    "other-bits",
    "stale",
};

enum {
#define METRIC(id, ...) METRIC_##id,
#include "plan/metrics.def"
    METRICS,
};

static const char *const traps[] = {
#define TRAP(id, name, ...) name,
#include "base/traps.def"
    "undefined-behaviour",
};

static const char *const patterns[] = {
#define PATTERN(id, name, ...) name,
#include "plan/patterns.def"
};

static bool is_one_of(const char *word, const char *const *names, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, names[i]) == 0) return true;
    return false;
}

bool word_is_when(const char *word) {
    return is_one_of(word, whens, COUNT_OF(whens));
}

bool word_is_metric(const char *word) {
    return is_one_of(word, whens, METRICS); // they come first
}

bool word_is_trap(const char *word) {
    return is_one_of(word, traps, COUNT_OF(traps));
}

bool word_is_pattern(const char *word) {
    return is_one_of(word, patterns, COUNT_OF(patterns));
}

const char *const *words_of_when(int *n) {
    *n = COUNT_OF(whens);
    return whens;
}

const char *const *words_of_metrics(int *n) {
    *n = METRICS;
    return whens;
}

const char *const *words_of_traps(int *n) {
    *n = COUNT_OF(traps);
    return traps;
}

const char *const *words_of_patterns(int *n) {
    *n = COUNT_OF(patterns);
    return patterns;
}
