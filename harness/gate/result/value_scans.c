// A scan in the order of the threads, whose threads take elements that lie
// apart: see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/kernels.h"
#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <string.h>

// A loop whose rounds take elements a whole block apart.
typedef struct Rounds {
    Loop loop;
    Str sum;    // what it adds up, or none
    long apart; // elements
} Rounds;

// `k * BLOCK`, where k is the loop's variable, is in its body: how many that
// is; 0: it is not.
static long apart_by(const char *code, const Loop *l, Str name) {
    const char *end = l->body.p + l->body.n;
    for (const char *p = l->body.p; (p = strstr(p, " * ")) && p < end; p++) {
        Str left = source_name_before(l->body.p, p);
        const char *at = p + 3;
        Str right = {at, source_name_length(at)};
        bool mine = left.n == name.n && !memcmp(left.p, name.p, name.n),
             its = right.n == name.n && !memcmp(right.p, name.p, name.n);
        long n;
        if ((mine || its) && source_constant(code, mine ? right : left, &n))
            return n;
    }
    return 0;
}

// The statement's `x +=` or `x++`, in the body of the loop, of a variable from
// before it.
static Str sum_in(const char *code, const Loop *l) {
    const char *end = l->body.p + l->body.n;
    for (const char *p = l->body.p; p < end; p++) {
        bool adds = !strncmp(p, "+=", 2) || !strncmp(p, "++", 2);
        Str name = adds ? source_name_before(code, p) : (Str){0};
        if (source_is_name(name)) return name;
    }
    return (Str){0};
}

// An array in the loop is in shared memory, where elements may lie in another
// order.
static bool takes_shared(Arena *a, const char *code, Str body) {
    for (const char *p = body.p; p < body.p + body.n; p++) {
        Str name = *p == '[' ? source_name_before(body.p, p) : (Str){0};
        const char *word = name.n ? arena_strn(a, name.p, name.n) : "";
        for (const char *q = name.n ? code : "";
             (q = source_word(q, "__shared__")) && q < body.p; q++)
            if (source_holds_word((Str){q, strcspn(q, ";")}, word)) return true;
    }
    return false;
}

static bool read_rounds(Arena *a, const char *code, const Loop *l,
                        Rounds *out) {
    const char *at = l->test.p;
    Str name = l->is_for ? loop_name(l->test, &at) : (Str){0}, by;
    const char *change =
        name.n ? loop_change(code, l->step, l->step.p, name) : NULL;
    if (!change || loop_move(change, name, &by) != MOVE_UP || !str_eq(by, "1"))
        return false;
    *out = (Rounds){*l, sum_in(code, l), apart_by(code, l, name)};
    return out->apart > 1 && !takes_shared(a, code, l->body) &&
           source_uses(code, l->body.p, l->body, "threadIdx");
}

// The function of the device of that name gives each thread the sum of those
// before it.
static bool scans_threads(Arena *a, const char *code, Str name) {
    const char *word = arena_strn(a, name.p, name.n);
    const char *at = source_word(code, word);
    const char *open = at ? strchr(at, '{') : NULL;
    if (!open || open > at + strcspn(at, ";")) return false;
    Str body = {open, (size_t)(source_function_end(open) - open)};
    return source_holds(body, "__shfl_up_sync") || source_holds(body, "- d]") ||
           source_holds(body, "- offset]") || source_holds(body, "- step]");
}

// The call between the loops that scans the sum; NULL: there is none.
static const char *scan_of(Arena *a, const char *code, const Rounds *sums,
                           const char *end) {
    const char *word = arena_strn(a, sums->sum.p, sums->sum.n);
    for (const char *p = sums->loop.body.p + sums->loop.body.n;
         (p = source_word(p, word)) && p < end; p++) {
        const char *open = p;
        while (open > code && open[-1] == ' ')
            open--;
        if (open == code || open[-1] != '(') continue;
        const char *name = open - 1;
        if (name[-1] == '>') // block_scan<BLOCK>(
            while (name > code && *name != '<')
                name--;
        Str function = source_name_before(code, name);
        if (function.n && scans_threads(a, code, function)) return p;
    }
    return NULL;
}

// Each wrong case has more elements than the threads take in a round.
static bool are_larger(const CheckResult *r, long apart) {
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        long long most = 0;
        if (c->verdict != VERDICT_FAIL) continue;
        for (int k = 0; k < c->nsizes; k++)
            most = max_of(most, (long long)c->sizes[k].value);
        if (most <= apart) return false;
    }
    return true;
}

const char *value_scan_apart(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    Rounds sums = {0}, later;
    Loop l;
    for (const char *p = source_device(code); p && loop_next(code, p, &l);
         p = l.at + 2) {
        if (!read_rounds(a, code, &l, &later)) {
            // A loop over the same elements that stores them one by one.
            bool follows = sums.sum.n && source_holds(l.body, "++] =") &&
                           l.at < source_function_end(sums.loop.at);
            if (!follows) continue;
            later = (Rounds){.loop = l, .apart = sums.apart};
        }
        const char *scan = sums.sum.n &&
                                   l.at < source_function_end(sums.loop.at) &&
                                   later.apart == sums.apart
                               ? scan_of(a, code, &sums, l.at)
                               : NULL;
        if (!scan) {
            sums = later;
            continue;
        }
        if (!are_larger(r, sums.apart)) return NULL;
        return arena_fmt(
            a,
            "In the loop of line %d a thread takes elements that lie %ld "
            "apart, and line %d scans the sums of the threads: so element %ld, "
            "which is thread 0's, counts before element 1, which is thread "
            "1's. Give a thread elements that are neighbours, or scan the %ld "
            "elements of each round by themselves, one round after the other.",
            source_number(code, sums.loop.at), sums.apart,
            source_number(code, scan), sums.apart, sums.apart);
    }
    return NULL;
}
