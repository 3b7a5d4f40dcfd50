// Words for verdicts; see advice.h.
#include "gate/result/advice.h"

#include "gate/result/bank_words.h"
#include "gate/result/fact_words.h"
#include "gate/result/loop_words.h"
#include "gate/result/plain_words.h"
#include "gate/result/source.h"
#include "gate/result/stream_words.h"
#include "gate/result/told.h"
#include "gate/result/traffic_words.h"
#include "gate/result/trap_words.h"
#include "gate/result/value_words.h"

#include "base/str.h"
#include "plan/paper.h"

#include <string.h>

static const GateOutcome *first_gate(const CheckResult *r, Verdict v) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == v) return &r->gates[i];
    return NULL;
}

static const AnswerOutcome *first_answer(const CheckResult *r, Verdict v) {
    for (int i = 0; i < r->nanswers; i++)
        if (r->answers[i].verdict == v) return &r->answers[i];
    return NULL;
}

static int passed_cases(const CheckResult *r) {
    int n = 0;
    for (int i = 0; i < r->ncases; i++)
        n += r->cases[i].verdict == VERDICT_PASS;
    return n;
}

// The case that an outside tool could not vouch for, or found something in.
static bool is_of_tool(const CaseResult *c, const char *kind) {
    return c && c->kind && strcmp(c->kind, kind) == 0;
}

// Some gates wait for a GPU.
static const char *gates_passed(CheckResult *r) {
    int skipped = 0;
    for (int i = 0; i < r->ngates; i++)
        skipped += r->gates[i].verdict == VERDICT_SKIPPED;
    if (r->ngates == 0) return "";
    return skipped ? arena_fmt(&r->arena, " and %d of %d gates",
                               r->ngates - skipped, r->ngates)
                   : " and every gate";
}

static const char *summary_of(CheckResult *r) {
    Arena *a = &r->arena;
    const CaseResult *bad = check_bad_case(r);
    const GateOutcome *g = first_gate(r, r->verdict);
    const AnswerOutcome *answer = first_answer(r, r->verdict);
    switch (r->verdict) {
    case VERDICT_PASS:
        return arena_fmt(a, "passed: %d cases%s%s%s", passed_cases(r),
                         gates_passed(r),
                         r->nanswers ? " and every answer" : "",
                         r->modelled ? " (modelled)" : "");
    case VERDICT_BUILD:
        return r->build.remark ? r->build.remark : "does not compile";
    case VERDICT_CRASH:
    case VERDICT_FAIL:
        if (bad) return arena_fmt(a, "case %s: %s", bad->name, bad->why);
        // fall through
    default:
        if (is_of_tool(bad, "no-evidence")) return bad->why;
        if (r->suspicion) return r->suspicion;
        if (answer)
            return arena_fmt(a, "answer %s: %s", answer->question->id,
                             answer->why);
        return g ? arena_fmt(a, "%s: %s", g->gate->metric, g->why)
                 : verdict_text(r->verdict);
    }
}

// The trap that the screen shows, if it stopped the case.
static const TrapInfo *stopped_by(const CheckResult *r) {
    return r->ntraps > 0 && !r->is_explained ? &r->traps[0] : NULL;
}

static const char *advice_of_stop(const CheckResult *r) {
    const TrapInfo *t = stopped_by(r);
    if (check_is_out_of_time(r))
        return "Fix the case shown above, then check again.";
    if (!t || t->on_host)
        return "It crashed. Fix the case shown above, then "
               "check again.";
    if (!strcmp(t->kind, "host-touch") || !strcmp(t->kind, "copy-size"))
        return "The program was stopped at this line, which the CPU runs. "
               "Start there, then check again.";
    if (!strcmp(t->kind, "bad-launch"))
        return "The kernel was not launched. Fix the launch, then check again.";
    return t->line > 0
               ? "The kernel was stopped at this line. Start there, then "
                 "check again."
               : "The program was stopped. Fix the case shown above, "
                 "then check again.";
}

// Not for its values: the case says itself what is wrong.
static bool tells_why(const CaseResult *bad) {
    return bad && bad->kind && *bad->kind && strcmp(bad->kind, "mismatch") != 0;
}

// A metric whose gate judges a time (metrics.def).
static bool is_of_time(const char *metric) {
    static const struct {
        const char *name, *source;
    } all[] = {
#define METRIC(id, unit, source, ...) {#id, #source},
#include "plan/metrics.def"
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].name, metric) == 0)
            return strcmp(all[i].source, "TIME") == 0;
    return false;
}

static bool misses_time(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_FAIL &&
            is_of_time(r->gates[i].gate->metric))
            return true;
    return false;
}

// It was not built, and kata says why: hints are about a compiler's errors.
static bool is_remark(const CheckResult *r) {
    return r->verdict == VERDICT_BUILD &&
           (!r->build.diagnostics || !*r->build.diagnostics);
}

static const char *advice_of(const CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    if (is_of_tool(bad, "no-evidence"))
        return "Check again; kata doctor says what this machine can do.";
    if (is_of_tool(bad, "sanitizer"))
        return "The results are right on this GPU by luck. Fix the line that "
               "the tool names; then check again.";
    switch (r->verdict) {
    case VERDICT_PASS: return "Go on: kata next";
    case VERDICT_BUILD:
        if (is_remark(r)) return "Change that; then check again.";
        return "Fix the first error that the compiler names; later errors are "
               "often caused by it.";
    case VERDICT_CRASH: return advice_of_stop(r);
    case VERDICT_FAIL:
        if (bad && bad->nfirst && bad->first[0].says)
            return "Start with the case shown above; then check again.";
        if (r->stage != STAGE_GATES && stopped_by(r) &&
            told_in_tests(&r->traps[0]))
            return "Start with what your functions write; then check again.";
        if (r->stage != STAGE_GATES && stopped_by(r) && r->traps[0].line > 0)
            return "Start at the line that is named above; then check again.";
        if (r->stage == STAGE_ANSWERS)
            return "The program is right. Compare it with the one that you "
                   "were given, and answer again.";
        if (r->stage == STAGE_GATES && r->backend && r->backend->is_script &&
            !r->time.present)
            return "The results are right; the way to them is not yet. See the "
                   "gate above.";
        if (r->is_explained || r->is_narrowed || tells_why(bad))
            return "Start there; then check again.";
        if (r->stage == STAGE_GATES)
            return misses_time(r) ? "The results are right; now make it fast."
                                  : "The results are right; now meet the gate.";
        if (bad && bad->pattern && !strcmp(bad->pattern, "never-written"))
            return "Have the kernel store its results; then check again.";
        return "Work out the first wrong element by hand, as your code does "
               "it; then check again.";
    case VERDICT_INCONCLUSIVE:
        if (!r->conditions.spoilt)
            return "The measured interval contains the bar, so this run cannot "
                   "decide: check again, or make it clearly faster.";
        if (!r->backend->has_driver)
            return "Check again when the machine is quiet.";
        return "Try again when the GPU is quiet and cool; kata doctor shows "
               "its state.";
    case VERDICT_SUSPECT:
        return "No memory is this fast: does the kernel do all of its work in "
               "every call?";
    default: return "kata doctor says what this machine can do.";
    }
}

// Facts are those of the case that is shown.
static bool is_wrong_fact(const CheckResult *r, const char *when) {
    const CaseResult *c = check_bad_case(r);
    for (int m = 0; c && m < c->nfirst; m++)
        if (c->first[m].fact && strcmp(when, c->first[m].fact) == 0)
            return true;
    return false;
}

// The trap of the case that is shown; the first of the check if the case has
// none, and its wrong values are not explained.
static const TrapInfo *main_trap(const CheckResult *r) {
    const TrapInfo *t = check_trap_of(r, check_bad_case(r));
    if (t) return t;
    return r->ntraps > 0 && !r->is_explained ? &r->traps[0] : NULL;
}

// "Right up to some size", and no more: it gives way to a trap and to facts,
// which say what is wrong, and where.
static bool is_bare_bound(const CheckResult *r) {
    return r->contrast && str_starts(r->contrast, "Right up to ") &&
           str_ends(r->contrast, " on.");
}

// Cases that are right where a size has some property say more than a race
// does, and less than an edit that has been tried.
static void put_sizes_first(CheckResult *r) {
    const TrapInfo *main = main_trap(r);
    if (!main || main->hint == r->edit || !r->contrast ||
        !str_ends(main->kind, "-race"))
        return;
    if (main->certain) return;
    if (strstr(main->hint, "next round of the loop")) return;
    if (!r->is_narrowed || is_bare_bound(r)) return;
    TrapInfo *t = &r->traps[main - r->traps];
    t->hint = arena_fmt(&r->arena, "%s %s", r->contrast, t->hint);
    r->contrast = NULL;
}

static void drop_bare_bound(CheckResult *r) {
    const CaseResult *bad = check_bad_case(r);
    bool has_facts = bad && bad->nfirst && bad->first[0].says;
    if (is_bare_bound(r) && (main_trap(r) || has_facts)) r->contrast = NULL;
}

static bool is_trap_hint(const CheckResult *r, const char *when) {
    const TrapInfo *main = main_trap(r);
    return main && !main->exact && !strcmp(when, main->kind);
}

// A list with commas has the name.
static bool is_listed(const char *list, Str name) {
    Str rest = str_of(list), one;
    while (str_cut(&rest, ',', &one)) {
        one = str_trim(one);
        if (one.n == name.n && !memcmp(one.p, name.p, name.n)) return true;
    }
    return false;
}

// A hint about some outputs is for a case in which no other one is wrong:
// `also` has the names between backquotes.
static bool is_of_output(const CheckResult *r, const Hint *h) {
    const CaseResult *c = check_bad_case(r);
    if (!h->of) return true;
    if (!c || !c->output || !is_listed(h->of, str_of(c->output))) return false;
    Str rest = str_of(c->also ? c->also : ""), between, name;
    while (str_cut(&rest, '`', &between) && str_cut(&rest, '`', &name))
        if (!is_listed(h->of, name)) return false;
    return true;
}

// The run cannot decide, and what it measured does not reach the bar.
static bool is_open_and_missed(const CheckResult *r, const char *metric) {
    for (int i = 0; i < r->ngates; i++) {
        const GateOutcome *o = &r->gates[i];
        bool missed = o->gate->at_least ? o->value < o->gate->bound
                                        : o->value > o->gate->bound;
        if (o->verdict == VERDICT_INCONCLUSIVE && missed &&
            !strcmp(o->gate->metric, metric))
            return true;
    }
    return false;
}

// Returns true if `when` of a hint names something of this failure.
static bool hint_applies(const CheckResult *r, const Hint *h) {
    const char *when = h->when;
    if (!is_of_output(r, h)) return false;
    if (strcmp(when, verdict_id(r->verdict)) == 0) return !r->is_explained;
    if (is_wrong_fact(r, when)) return true;
    if (is_trap_hint(r, when)) return true;
    const TrapInfo *main = main_trap(r);
    bool is_known = main && main->exact; // why the kernel stopped
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        if (c->verdict == VERDICT_PASS || c->verdict == VERDICT_SKIPPED)
            continue;
        if (is_known && c->kind && !strcmp(c->kind, "trap")) continue;
        bool told = r->is_explained || r->is_narrowed;
        if (told && c->kind && !strcmp(c->kind, "mismatch")) continue;
        if (c->kind && strcmp(when, c->kind) == 0) return true;
    }
    if (r->shared_pattern && !r->is_of_file && !r->mistake &&
        !strcmp(when, r->shared_pattern))
        return true;
    if (check_gate_fails(r, when) || is_open_and_missed(r, when)) return true;
    return first_answer(r, VERDICT_FAIL) && strcmp(when, "answer") == 0;
}

// The exercise's words about this trap.
static const char *hint_of_trap(const CheckResult *r, const TrapInfo *t) {
    for (int i = 0; t && !t->exact && i < r->ex->nhints; i++) {
        const Hint *h = &r->ex->hints[i];
        if (h->when && !strcmp(h->when, t->kind)) return h->say;
    }
    return NULL;
}

static bool is_too_slow(const CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (r->gates[i].verdict == VERDICT_FAIL &&
            is_of_time(r->gates[i].gate->metric))
            return true;
    return false;
}

// A hint about time guesses what takes it. It gives way to what the counts of
// the costliest line say, where they name a waste.
static const char *say_hint(CheckResult *r, const Hint *h) {
    const char *again = is_of_time(h->when) ? traffic_repeats(r) : NULL;
    if (again) return again;
    bool knows_better = r->costly_why && r->is_waste && is_of_time(h->when);
    return knows_better ? r->costly_why : h->say;
}

// More threads gain too little, as far as that could be measured.
static const char *threads_words(CheckResult *r) {
    for (int i = 0; i < r->ngates; i++)
        if (!strcmp(r->gates[i].gate->metric, "scaling") &&
            r->gates[i].verdict != VERDICT_PASS)
            return plain_threads_words(
                &r->arena, source_code(&r->arena, r->source, r->source_len));
    return NULL;
}

// The most particular hint: one for any wrong values gives way. A count is the
// cause of the time, and so comes before it; the verdict's own id fits last.
static const char *fitting_hint(CheckResult *r) {
    const TrapInfo *main = main_trap(r);
    const char *of_trap = hint_of_trap(r, main);
    // Facts of a case without an error may be wrong for the same reason, which
    // the file shows.
    if (r->ntraps > 0 && r->reading && r->traps[0].hint == r->reading)
        return NULL;
    const char *of_values = NULL, *of_time = NULL, *general = NULL;
    if (r->verdict == VERDICT_BUILD && r->reading) return r->reading;
    if (of_trap) return of_trap;
    if (check_gate_fails(r, "overlap") || check_gate_fails(r, "hidden")) {
        const char *code = source_code(&r->arena, r->source, r->source_len);
        const char *left_out = stream_left_out(&r->arena, code);
        if (left_out) return left_out;
    }
    const char *of_facts = fact_words(r);
    if (of_facts) return of_facts;
    const char *of_threads = threads_words(r);
    if (of_threads) return of_threads;
    const char *of_banks = bank_words(r);
    if (of_banks) return of_banks;
    for (int i = 0; i < r->ex->nhints; i++) {
        const Hint *h = &r->ex->hints[i];
        if (!h->when || !hint_applies(r, h) || traffic_is_of_lanes(r, h))
            continue;
        if (!strcmp(h->when, "mismatch")) {
            // A trap whose cause is known is why values are wrong, too.
            bool told = main && main->exact;
            if (!told && !of_values) of_values = h->say;
            continue;
        }
        if (strcmp(h->when, verdict_id(r->verdict)) == 0) {
            if (!general && !is_remark(r)) general = h->say;
        } else if (is_of_time(h->when)) {
            if (!of_time) of_time = say_hint(r, h);
        } else {
            return strcmp(h->when, "traffic") ? h->say
                                              : traffic_words(r, h->say);
        }
    }
    if (of_values) return of_values;
    if (of_time) return of_time;
    return is_too_slow(r) && r->costly_why ? r->costly_why : general;
}

// The results of a known mistake say more than any look at them. If two have
// them, the file itself says which, if it is sure.
static void put_mistake_first(CheckResult *r) {
    if (!r->mistake) return;
    if (r->is_certain && strstr(r->mistake, KNOWN_OTHER)) return;
    r->shared_text =
        arena_fmt(&r->arena, "%s the results of a known mistake: %s",
                  r->mistake_share < 1 ? "Most of the wrong cases look like"
                                       : "These are",
                  r->mistake);
    r->contrast = NULL;
    r->is_explained = true;
}

// The screen shows the trap of the case that the verdict names, or the first
// one.
static void put_lead_first(CheckResult *r) {
    TrapInfo *lead = check_trap_of(r, check_bad_case(r));
    if (!lead) return;
    TrapInfo kept = *lead;
    memmove(r->traps + 1, r->traps, (size_t)(lead - r->traps) * sizeof kept);
    r->traps[0] = kept;
}

// An edit that helps has been tried: it goes before all that is concluded.
static void put_edit_first(CheckResult *r) {
    if (!r->edit) return;
    if (r->ntraps > 0) {
        if (!r->traps[0].certain) r->traps[0].hint = r->edit;
        return;
    }
    if (r->is_certain) return;
    r->shared_text = r->reading && r->reading_is_sure
                         ? arena_fmt(&r->arena, "%s %s", r->edit, r->reading)
                         : r->edit;
    r->contrast = NULL;
    r->is_explained = r->is_of_file = true;
}

static bool reading_explains(const CheckResult *r, const char *kind) {
    return kind && *kind &&
           strstr(r->reading_errors,
                  arena_fmt((Arena *)&r->arena, ",%s,", kind));
}

// Says the mistake that the text of a Python file shows: for an error if such a
// mistake causes it, for wrong values if it is sure, or nothing else explains
// them.
static void put_reading(CheckResult *r) {
    if (!r->reading) return;
    if (r->ntraps > 0) {
        TrapInfo *t = &r->traps[0];
        if (!reading_explains(r, t->kind) ||
            (t->exact &&
             !(r->reading_is_sure && !strcmp(t->kind, "exception"))))
            return;
        t->hint = r->reading;
        t->exact = true;
        return;
    }
    const CaseResult *bad = check_bad_case(r);
    bool wrong = bad && bad->nfirst > 0 && !bad->first[0].says;
    if (!wrong && !(bad && reading_explains(r, bad->kind))) return;
    if (!r->reading_is_sure && r->is_explained) return;
    r->shared_text =
        r->mistake && r->reading_is_sure
            ? arena_fmt(&r->arena, "%s %s", r->reading, r->shared_text)
            : r->reading;
    r->contrast = NULL;
    r->is_explained = r->is_of_file = true;
}

void advice_give(CheckResult *res) {
    put_lead_first(res);
    trap_words(res);
    loop_words_put(res);
    value_words(res);
    put_mistake_first(res);
    put_reading(res);
    put_edit_first(res);
    put_sizes_first(res);
    drop_bare_bound(res);
    res->summary = summary_of(res);
    res->advice = advice_of(res);
    bool is_found = res->edit && res->ntraps > 0; // a hint could only guess
    res->hint =
        res->verdict == VERDICT_PASS || is_found ? NULL : fitting_hint(res);
    if (res->hint && res->verdict == VERDICT_INCONCLUSIVE)
        res->hint = arena_fmt(&res->arena, "If it stays so: %s", res->hint);
}
