// Trees that halve a number of elements which is no power of two: see
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/kernels.h"
#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <string.h>

// `dim3 block(96);`: the number along x of the variable.
static bool size_of_dim3(const char *code, Str name, long *size) {
    for (const char *p = code; (p = source_word(p, "dim3")); p++) {
        const char *at = p + strlen("dim3") + strspn(p + strlen("dim3"), " ");
        if (source_name_length(at) != name.n || memcmp(at, name.p, name.n))
            continue;
        const char *open = at + name.n;
        if (*open == '(' || *open == '{')
            return source_constant(code, source_call_argument(open, 0), size);
    }
    return false;
}

static bool size_of_case(const CaseResult *c, Str name, long *size) {
    for (int i = 0; c && i < c->nsizes; i++) {
        if (!str_eq(name, c->sizes[i].name)) continue;
        *size = (long)c->sizes[i].value;
        return true;
    }
    return false;
}

// A size of the wrong case.
static bool size_in_case(const CheckResult *r, Str name, long *size) {
    return size_of_case(check_bad_case(r), name, size);
}

// The threads of a block, by the first launch of the kernel.
static bool threads_of_block(const CheckResult *r, const char *code,
                             const Kernel *k, long *threads) {
    Str block = source_call_argument(k->launch, 1);
    return source_constant(code, block, threads) ||
           (source_is_name(block) && (size_of_dim3(code, block, threads) ||
                                      size_in_case(r, block, threads)));
}

// The number that a text stands for: a constant, the threads of a block, or a
// size that the kernel was given.
static bool stands_for(CheckResult *r, const char *code, Str text, long *n) {
    enum { DEEPEST = 3 };
    Arena *a = &r->arena;
    text = str_trim(text);
    for (int i = 0; i < DEEPEST; i++) {
        Kernel k;
        bool launched = kernel_around(a, code, text.p, &k) && k.launch;
        if (launched && str_eq(text, "blockDim.x"))
            return threads_of_block(r, code, &k, n);
        if (source_constant(code, text, n)) return true;
        if (launched && source_is_name(text) &&
            size_in_case(r, kernel_argument(&k, text), n))
            return true;
        const char *set =
            source_is_name(text)
                ? source_value(code, text.p, arena_strn(a, text.p, text.n))
                : NULL;
        if (!set) return false;
        text = str_trim((Str){set, strcspn(set, ";,\n")});
    }
    return false;
}

// The elements that the first round of a tree halves: n of `n / 2`.
static bool elements_of(CheckResult *r, const char *code, Str first, long *n,
                        Str *name) {
    static const char *const halves[] = {"/ 2", "/2", ">> 1", ">>1"};
    first = str_trim(first);
    *name = (Str){0};
    for (size_t k = 0; k < COUNT_OF(halves); k++) {
        if (!source_ends(first, halves[k])) continue;
        *name = str_trim((Str){first.p, first.n - strlen(halves[k])});
        return stands_for(r, code, *name, n);
    }
    if (!stands_for(r, code, first, n)) return false;
    *n *= 2;
    return true;
}

// The body adds, or compares, the element that is `d` further.
static bool takes_half(Arena *a, Str body, Str d) {
    const char *plus = arena_fmt(a, "+ %.*s]", (int)d.n, d.p);
    const char *before = arena_fmt(a, "[%.*s +", (int)d.n, d.p);
    bool treats_odd = source_holds(body, "& 1") || source_holds(body, "% 2");
    return !treats_odd &&
           (source_holds(body, plus) || source_holds(body, before));
}

// The first odd number on the way down, from which half is rounded; 1: there is
// none.
static long first_odd(long n) {
    while (n > 1 && n % 2 == 0)
        n /= 2;
    return n;
}

static const char *tree_words(CheckResult *r, const char *code, const Loop *l,
                              Str d) {
    Arena *a = &r->arena;
    long n;
    Str name;
    const char *end = l->first.n ? l->first.p + l->first.n : l->at;
    const char *set = source_value(code, end, arena_strn(a, d.p, d.n));
    if (!set) return NULL;
    Str first = {set, strcspn(set, ";,\n")};
    if (first.p + first.n > end && l->first.n)
        first.n = (size_t)(end - first.p);
    if (!elements_of(r, code, first, &n, &name) || n < 3 || n > 1 << 20)
        return NULL;
    long odd = first_odd(n);
    if (odd == 1) return NULL;
    bool named = source_is_name(name) || str_eq(name, "blockDim.x");
    const char *is = named
                         ? arena_fmt(a, "`%.*s` is %ld", (int)name.n, name.p, n)
                         : arena_fmt(a, "it begins with %ld elements", n);
    return arena_fmt(a,
                     "The loop of line %d halves the elements in each round, "
                     "and %s, which is no power of two. From %ld it goes on "
                     "with %ld, so the last of the %ld is left out. Take a "
                     "power of two, with zeros where there is no element.",
                     source_number(code, l->at), is, odd, odd / 2, odd);
}

const char *value_odd_tree(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    Loop l;
    const char *device = source_device(code);
    for (const char *p = device; p && loop_next(code, p, &l);) {
        p = l.at + 2;
        Str d, other, by;
        for (const char *at = l.test.p; (d = loop_name(l.test, &at)).n;) {
            const Str parts[] = {l.step, l.body};
            const char *change = NULL;
            for (size_t k = 0; !change && k < COUNT_OF(parts); k++)
                change = loop_change(code, parts[k], parts[k].p, d);
            bool halves = change && loop_move(change, d, &by) == MOVE_HALVE &&
                          (str_eq(by, "2") || str_eq(by, "1"));
            if (!halves || !loop_compares(l.test, d, &other).n ||
                !takes_half(a, l.body, d))
                continue;
            const char *says = tree_words(r, code, &l, d);
            if (says) return says;
        }
    }
    return NULL;
}

// ---- a length of the exercise

// The size of the cases that the text stands for, or half of which it is:
// `cols`, n / 2; empty: none.
static Str size_behind(CheckResult *r, const char *code, Str text) {
    enum { DEEPEST = 3 };
    static const char *const halves[] = {"/ 2", "/2", ">> 1", ">>1"};
    Arena *a = &r->arena;
    long n;
    for (int i = 0; i < DEEPEST; i++) {
        text = str_trim(text);
        for (size_t k = 0; k < COUNT_OF(halves); k++)
            if (source_ends(text, halves[k])) text.n -= strlen(halves[k]);
        text = str_trim(text);
        if (!source_is_name(text)) return (Str){0};
        Kernel k;
        Str given = kernel_around(a, code, text.p, &k)
                        ? kernel_argument(&k, text)
                        : (Str){0};
        if (given.n && size_in_case(r, given, &n)) return given;
        const char *set =
            source_value(code, text.p, arena_strn(a, text.p, text.n));
        if (!set) return (Str){0};
        text = (Str){set, strcspn(set, ";,\n")};
    }
    return (Str){0};
}

// Every case is right where the size is a power of two, and wrong where it is
// none; there are both, and more than one of the second.
static bool fits_powers(const CheckResult *r, Str name) {
    int right = 0, wrong = 0;
    for (int i = 0; i < r->ncases; i++) {
        const CaseResult *c = &r->cases[i];
        long n;
        if (c->verdict == VERDICT_SKIPPED || !size_of_case(c, name, &n) ||
            n < 2)
            continue;
        bool power = (n & (n - 1)) == 0, passes = c->verdict == VERDICT_PASS;
        if (power != passes && !c->is_empty) return false;
        right += power && n > 2;
        wrong += !power;
    }
    return right > 0 && wrong > 1;
}

const char *value_tree_length(CheckResult *r, const char *code) {
    Loop l;
    const char *device = source_device(code);
    for (const char *p = device; p && loop_next(code, p, &l); p = l.at + 2) {
        const char *at = l.test.p;
        Str d = at ? loop_name(l.test, &at) : (Str){0}, by;
        const char *change =
            d.n && l.first.n ? loop_change(code, l.step, l.step.p, d) : NULL;
        if (!change || loop_move(change, d, &by) != MOVE_HALVE) continue;
        const char *set = memchr(l.first.p, '=', l.first.n);
        if (!set) continue;
        set++;
        Str name = size_behind(
            r, code, (Str){set, (size_t)(l.first.p + l.first.n - set)});
        if (!name.n || !fits_powers(r, name)) continue;
        return arena_fmt(
            &r->arena,
            "The tree of line %d begins with `%.*s` and halves it in each "
            "round. That works only where `%.*s` is a power of two: these "
            "cases are right, and all others are wrong. Build the tree on the "
            "next power of two, with zeros beyond the last element (with "
            "-INFINITY for a maximum).",
            source_number(code, l.at), (int)name.n, name.p, (int)name.n,
            name.p);
    }
    return NULL;
}
