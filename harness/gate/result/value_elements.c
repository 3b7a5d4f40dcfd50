// Loops over the elements of an array: which of them each thread takes. See
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

// No step by one: `i += all, n++`.
static bool steps_by_one(Str step) {
    const char *plus = step.n ? memmem(step.p, step.n, "+=", 2) : NULL;
    const char *comma = step.n ? memchr(step.p, ',', step.n) : NULL;
    if (plus && comma) return false;
    return source_holds(step, "++") || source_ends(step, "+= 1") ||
           source_ends(step, "+=1");
}

// A thread that takes several neighbours steps by 1 from its first one.
static bool begins_groups(Arena *a, const char *code, Str from) {
    const char *word = arena_strn(a, from.p, from.n);
    const char *value =
        source_is_name(from) ? source_value(code, from.p, word) : NULL;
    return value && source_holds((Str){value, strcspn(value, ";,")}, "* (");
}

static bool is_of_thread(const char *code, Str text) {
    return source_uses(code, text.p, text, "threadIdx") ||
           source_holds_word(text, "lane") || source_holds_word(text, "tid");
}

// Every thread begins at another element and ends at the same one.
static bool repeats(Arena *a, const char *code, Str from, Str to) {
    if (source_holds(from, "*") || source_holds(from, ",")) return false;
    // offsets[s] + lane: the lanes of a warp share the row.
    if (source_ends(from, "] + lane")) return !source_holds_word(to, "lane");
    return !source_holds(from, "[") && !source_holds(to, "[") &&
           !begins_groups(a, code, from) && is_of_thread(code, from) &&
           !is_of_thread(code, to);
}

const char *every_element_words(CheckResult *r, const char *code, int line) {
    Str part[3];
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part) || !steps_by_one(part[2])) continue;
        Str body = source_body(part[2]);
        if (line > 0 && (source_number(code, p) > line ||
                         source_number(code, body.p + body.n) < line))
            continue;
        const char *set = part[0].n ? memchr(part[0].p, '=', part[0].n) : NULL;
        const char *less = part[1].n ? memchr(part[1].p, '<', part[1].n) : NULL;
        if (!set || !less) continue;
        const char *end = part[0].p + part[0].n;
        Str from = str_trim((Str){set + 1, (size_t)(end - set - 1)});
        Str to = {less + 1, (size_t)(part[1].p + part[1].n - less - 1)};
        if (!repeats(&r->arena, code, from, to)) continue;
        // A thread with a row of its own, from the diagonal on.
        if (source_is_name(from) &&
            source_holds_word(body, arena_strn(&r->arena, from.p, from.n)))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d begins at the number of the "
                         "thread, %.*s, and steps by 1, so the threads take "
                         "the same elements. Step by as many threads as share "
                         "the loop.",
                         source_number(code, p), (int)from.n, from.p);
    }
    return NULL;
}

// `int i = me` is for i.
static bool is_loop_of(Str set, Str index) {
    const char *equals = set.n ? memchr(set.p, '=', set.n) : NULL;
    Str left = str_trim((Str){set.p, equals ? (size_t)(equals - set.p) : 0});
    return left.n >= index.n &&
           !memcmp(left.p + left.n - index.n, index.p, index.n) &&
           (left.n == index.n ||
            !source_name_char(left.p[left.n - index.n - 1]));
}

// The step of `i += all`: the value that `all` was given.
static Str step_of(Arena *a, const char *code, Str part) {
    const char *plus = part.n ? memmem(part.p, part.n, "+=", 2) : NULL;
    if (!plus) return (Str){0};
    const char *from = plus + 2, *end = part.p + part.n;
    Str step = str_trim((Str){from, (size_t)(end - from)});
    const char *value =
        source_is_name(step)
            ? source_value(code, part.p, arena_strn(a, step.p, step.n))
            : NULL;
    return value ? (Str){value, strcspn(value, ";,")} : step;
}

// The thread enters what the line does, as in sums[k] += mine.
static bool tells_threads_apart(const char *code, int line) {
    const char *from = source_at(code, line);
    Str all = {from, strcspn(from, ";\n")};
    return source_uses(code, from, all, "threadIdx") ||
           source_uses(code, from, all, "blockIdx");
}

const char *same_rounds_words(CheckResult *r, const char *code, int line,
                              Str index) {
    Arena *a = &r->arena;
    Str part[3];
    if (!source_is_name(index)) return NULL;
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part) || !is_loop_of(part[0], index)) continue;
        Str body = source_body(part[2]);
        int at = source_number(code, p);
        if (at > line || source_number(code, body.p + body.n) < line) continue;
        const char *equals = memchr(part[0].p, '=', part[0].n);
        const char *set = equals + 1;
        Str from = str_trim((Str){set, (size_t)(part[0].p + part[0].n - set)});
        bool own = is_of_thread(code, from) ||
                   source_uses(code, from.p, from, "blockIdx");
        if (steps_by_one(part[2]) && own)
            return arena_fmt(a,
                             "The loop of line %d begins at the number of the "
                             "thread, %.*s, and steps by 1, so the threads "
                             "take the same elements. Step by as many threads "
                             "as share the loop.",
                             at, (int)from.n, from.p);
        if (steps_by_one(part[2]) && !tells_threads_apart(code, line)) {
            const char *same = arena_fmt(
                a,
                "The loop of line %d is the same in every thread: "
                "each of them goes through all elements, from %.*s on.",
                at, (int)from.n, from.p);
            if (from.n == 1 && *from.p == '0')
                return arena_fmt(a,
                                 "%s Let a thread take one element, that of "
                                 "its own number, without the loop; or let it "
                                 "begin there, and step by the number of all "
                                 "threads.",
                                 same);
            return arena_fmt(a,
                             "%s Let a thread take one of them, the element "
                             "%.*s + its own number, without the loop; or let "
                             "one thread alone do them all.",
                             same, (int)from.n, from.p);
        }
        Str step = step_of(a, code, part[2]);
        if (own && source_holds_word(step, "gridDim") &&
            source_holds_word(step, "blockDim") && !source_holds(step, "*"))
            return arena_fmt(a,
                             "The loop of line %d steps by a sum. All threads "
                             "of the grid together are gridDim.x * blockDim.x: "
                             "blocks times threads of a block.",
                             at);
    }
    return NULL;
}

const char *value_every_element(CheckResult *r, const char *code) {
    return every_element_words(r, code, 0);
}

// The one thread that goes on has its own part already.
static bool comes_after_return(const char *kernel, const char *p) {
    while (p > kernel && strchr(" \n", p[-1]))
        p--;
    return p - kernel > 7 && !memcmp(p - 7, "return;", 7);
}

// The loop stands in what thread 0 does for all: it has its own part already.
static bool is_of_first_thread(const char *code, const char *loop) {
    enum { NEAR = 200 };
    const char *from = loop - min_of(loop - code, (ptrdiff_t)NEAR);
    const char *at = memmem(from, (size_t)(loop - from), "== 0)", 5);
    return at && !memchr(at, '}', (size_t)(loop - at));
}

// `parts[i] = sum;` before the loop, and its body adds to sum: that is the
// round for 0.
static bool has_own_part(Arena *a, const char *kernel, const char *loop,
                         Str body) {
    static const char stored[] = "] = ";
    for (const char *at = kernel; (at = strstr(at, stored)) && at < loop;) {
        at += strlen(stored);
        Str name = {at, source_name_length(at)};
        if (name.n && at[name.n] == ';' &&
            source_holds_word(body, arena_strn(a, name.p, name.n)))
            return true;
    }
    return false;
}

// `for (int p = 1; p < k; p += 16)`.
const char *value_from_one(CheckResult *r, const char *code) {
    Str part[3];
    const char *kernel = source_device(code);
    for (const char *p = kernel; p && (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part)) continue;
        Str body = source_body(part[2]);
        bool rises = source_holds(part[2], "++") || source_holds(part[2], "+=");
        if (!source_ends(part[0], "= 1") || !rises ||
            source_holds(body, "- 1") || source_holds(body, "-1") ||
            source_holds(body, "__shfl_")) // a distance
            continue;
        if (strstr(kernel, "[0]") || comes_after_return(kernel, p) ||
            is_of_first_thread(kernel, p) ||
            has_own_part(&r->arena, kernel, p, body))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d begins at 1. Is the round for 0 "
                         "done by another line?",
                         source_number(code, p));
    }
    return NULL;
}

// ---- what a division leaves over

// `n / 4` in code of the host or the device, rounded down; NULL: there is none.
static const char *floor_division(const char *code, int by) {
    char sign[16];
    snprintf(sign, sizeof sign, "/ %d", by);
    for (const char *p = code; (p = strstr(p, sign)); p++) {
        const char *after = p + strlen(sign);
        if (source_name_char(*after) || *after == '.') continue;
        Str over = source_name_before(code, p);
        if (source_is_name(over)) return over.p;
    }
    return NULL;
}

// Every case lacks as many elements at its end as a division by that number
// leaves over.
static bool lacks_rest(const CheckResult *r, int by) {
    int n = 0;
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        if (c->verdict != VERDICT_FAIL || c->nfirst == 0) continue;
        if (c->wrong != c->total % by) return false;
        n++;
    }
    return n > 1;
}

const char *value_rest_left_out(CheckResult *r, const char *code) {
    static const int all[] = {4, 2, 8, 16, 32, 64, 128, 256, 512, 1024};
    if (!r->shared_pattern || strcmp(r->shared_pattern, "tail-unwritten"))
        return NULL;
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        const char *at = floor_division(code, all[k]);
        if (!at || !lacks_rest(r, all[k])) continue;
        Str over = {at, source_name_length(at)};
        return arena_fmt(&r->arena,
                         "The last %.*s %% %d elements are never written: "
                         "`%.*s / %d` in line %d rounds down, and what is left "
                         "over is nobody's. Do those elements one by one.",
                         (int)over.n, over.p, all[k], (int)over.n, over.p,
                         all[k], source_number(code, at));
    }
    return NULL;
}
