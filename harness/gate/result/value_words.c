// See value_words.h.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <string.h>

static const struct Rule {
    const char *(*says)(CheckResult *, const char *);
    RuleKinds kinds;
    bool is_certain;
} rules[] = {
#define RULE(id, kinds, is_certain) {value_##id, kinds, is_certain},
#include "gate/result/value_rules.def"
};

// Wrong values, and not facts that say for themselves what is wrong.
static bool has_wrong_values(const CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    return bad && bad->nfirst > 0 && !bad->first[0].says;
}

// The pattern says why, and the file may say where.
static bool may_say_more(const CheckResult *r) {
    static const char *const open[] = {"first-block", "whole", "changed-input",
                                       "zero-left-out", "tail-unwritten"};
    for (size_t i = 0; r->shared_pattern && i < COUNT_OF(open); i++)
        if (!strcmp(r->shared_pattern, open[i])) return true;
    return !r->is_explained;
}

// The pattern asks questions, which only a certain answer replaces.
static bool is_of_gaps(const CheckResult *r) {
    return r->shared_pattern && !strcmp(r->shared_pattern, "gaps");
}

void value_words(CheckResult *r) {
    RuleKinds least = r->ex->kind == KIND_C         ? PLAIN
                      : r->ex->kind == KIND_PROGRAM ? PROGRAMS
                                                    : KERNELS;
    bool open = may_say_more(r), asked = !open && is_of_gaps(r);
    if ((!open && !asked) || !has_wrong_values(r) ||
        (least == KERNELS && r->ex->kind != KIND_CUDA))
        return;
    const char *code = source_code(&r->arena, r->source, r->source_len);
    const char *says = NULL;
    for (size_t i = 0; !says && i < COUNT_OF(rules); i++) {
        if (rules[i].kinds < least || (asked && !rules[i].is_certain)) continue;
        says = rules[i].says(r, code);
        r->is_certain = says && rules[i].is_certain;
    }
    if (!says) return;
    r->shared_text = says;
    r->contrast = NULL;
    r->is_explained = true;
    r->is_of_file = true;
}
