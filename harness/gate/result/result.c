#include "gate/result/result.h"

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

const CaseResult *check_bad_case(const CheckResult *r) {
    const CaseResult *best = NULL;
    int most = 0;
    for (int i = 0; i < r->ncases; i++) {
        int weight = weight_of(r, &r->cases[i]);
        if (weight <= most) continue;
        best = &r->cases[i];
        most = weight;
    }
    return best;
}
