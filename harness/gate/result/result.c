#include "gate/result/result.h"

#include "base/path.h"
#include "base/str.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *stage_name(Stage s) {
    static const char *const names[] = {
        [STAGE_BUILD] = "build",     [STAGE_RUN] = "run",
        [STAGE_CORRECT] = "correct", [STAGE_GATES] = "gates",
        [STAGE_ANSWERS] = "answers", [STAGE_DONE] = "done",
    };
    return names[s];
}

const TrapInfo trap_unknown = {
    .kind = "",
    .message = "",
    .hint = "",
    .file = "",
    .function = "",
    .block = "",
    .thread = "",
    .address = "",
    .space = "",
    .access = "",
    .alloc_note = "",
    .variable = "",
    .other_file = "",
    .other_block = "",
    .other_thread = "",
    .alloc_file = "",
    .calls = "",
    .count = 1,
};

bool outcome_is_near(const GateOutcome *o, double bar) {
    return o->is_expected && o->value > 0 && bar > 0 &&
           fabs(log(o->value / bar)) < o->usual;
}

// How well a failed case tells what is wrong.
static int weight_of(const CheckResult *r, const CaseResult *c) {
    if (c->verdict == VERDICT_PASS || c->verdict == VERDICT_SKIPPED) return 0;
    bool worst = r->verdict != VERDICT_CRASH || c->verdict == VERDICT_CRASH;
    return 1 + 2 * worst + !c->is_empty;
}

bool check_gate_fails(const CheckResult *r, const char *metric) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_FAIL &&
            !strcmp(r->gates[i].gate->metric, metric))
            return true;
    return false;
}

bool trap_is_late(const TrapInfo *t) {
    return str_starts(t->kind, "uninitialised");
}

TrapInfo *check_trap_of(const CheckResult *r, const CaseResult *c) {
    for (int i = 0; c && i < r->ntraps; i++)
        if (!strcmp(r->traps[i].message, c->why)) return &r->traps[i];
    return NULL;
}

static bool has_early_trap(const CheckResult *r, const CaseResult *c) {
    const TrapInfo *t = check_trap_of(r, c);
    return t && !trap_is_late(t);
}

// Of the failed cases, or of those with a trap that is not late.
static const CaseResult *worst_case(const CheckResult *r, bool with_trap) {
    const CaseResult *worst = NULL;
    int most = 0;
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        int weight = weight_of(r, c);
        if (weight <= most || (with_trap && !has_early_trap(r, c))) continue;
        worst = c;
        most = weight;
    }
    return worst;
}

double cost_volume(const char *text) {
    unsigned x = 0, y = 1, z = 1;
    sscanf(text, "%u,%u,%u", &x, &y, &z);
    return (double)x * y * z;
}

bool file_is_of_tests(const char *file) {
    return file && str_ends(file, "tests.cu");
}

double check_longest_kernel(const CheckResult *r, const KernelCost **of) {
    double us = 0;
    *of = NULL;
    for (int i = 0; i < r->nkernels; i++)
        if (!*of || r->kernels[i].us > (*of)->us) *of = &r->kernels[i];
    for (int i = 0; i < r->nkernels; i++)
        if (!strcmp(r->kernels[i].kernel, (*of)->kernel))
            us += r->kernels[i].us;
    return us;
}

const CaseResult *check_bad_case(const CheckResult *r) {
    const CaseResult *worst = worst_case(r, false), *early = NULL;
    const TrapInfo *t = check_trap_of(r, worst);
    if (t && trap_is_late(t)) early = worst_case(r, true);
    return early && weight_of(r, early) == weight_of(r, worst) ? early : worst;
}

bool check_lacks_elements(const CheckResult *r) {
    for (int i = 0; i < r->ncases; i++)
        for (int k = 0; k < r->cases[i].nfirst; k++)
            if (r->cases[i].first[k].got_poison) return true;
    return false;
}

bool check_is_out_of_time(const CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    return bad && bad->kind && !strcmp(bad->kind, "timeout");
}

bool check_is_stub(CheckResult *r) {
    Buf stub = {0};
    Err ignored = {0};
    const Exercise *ex = r->ex;
    bool same =
        ex && r->source && !ex->passes_as_shipped &&
        file_read(path_join(&r->arena, ex->dir, ex->file), &stub, &ignored) &&
        stub.len == r->source_len &&
        !memcmp(buf_text(&stub), r->source, stub.len);
    buf_free(&stub);
    err_clear(&ignored);
    return same;
}
