// Trees whose two ways have not the same levels: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <string.h>

static bool holds_one_of(Str text, const char *const *all, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (source_holds(text, all[k])) return true;
    return false;
}

// `d = n / 2; ...; d /= 2`: n; empty: it is another loop.
static Str halved_from(const Str part[3]) {
    static const char *const steps[] = {"/= 2", "/ 2", ">>= 1", ">> 1"};
    const char *set = memchr(part[0].p, '=', part[0].n);
    if (!set || !holds_one_of(part[2], steps, COUNT_OF(steps))) return (Str){0};
    set += 1 + strspn(set + 1, " ");
    Str name = {set, source_name_length(set)};
    const char *by = set + name.n + strspn(set + name.n, " ");
    return !strncmp(by, "/ 2", 3) || !strncmp(by, ">> 1", 4) ? name : (Str){0};
}

// `d = 1; d < n; d *= 2`.
static bool doubles_up_to(Arena *a, const Str part[3], Str name) {
    static const char *const steps[] = {"*= 2", "* 2", "<<= 1", "<< 1"};
    const char *end = arena_fmt(a, "< %.*s", (int)name.n, name.p);
    return source_ends(part[0], "= 1") && source_ends(str_trim(part[1]), end) &&
           holds_one_of(part[2], steps, COUNT_OF(steps));
}

// How much that is in the trap's case, by the name that the launch gives; 0: it
// is not known.
static long long size_in_case(const Told *w, const Kernel *k, Str name) {
    const CaseResult *bad = check_bad_case(w->r);
    Str given = kernel_argument(k, name);
    for (int i = 0; bad && i < bad->nsizes; i++)
        if (str_eq(given, bad->sizes[i].name)) return bad->sizes[i].value;
    return 0;
}

const char *trap_tree_levels(const Told *w) {
    Kernel k;
    Str part[3], name = {0};
    const char *at = source_at(w->code, w->t->line), *down = NULL;
    if (!told_is(w, "out-of-bounds") ||
        !kernel_around(&w->r->arena, w->code, at, &k))
        return NULL;
    for (const char *p = k.body.p; (p = source_word(p, "for")) && p < at; p++) {
        if (!source_for(p, part)) continue;
        Str from = halved_from(part);
        if (from.n) name = from, down = p;
        if (!name.n || from.n || !doubles_up_to(&w->r->arena, part, name))
            continue;
        long long n = size_in_case(w, &k, name);
        if (n <= 0 || (n & (n - 1)) == 0) return NULL;
        return arena_fmt(&w->r->arena,
                         "The loop of line %d halves %.*s, and that of line %d "
                         "doubles up to %.*s: they have the same number of "
                         "levels only if it is a power of two, and it is %lld "
                         "here. Let both run over the next power of two, with "
                         "zeros where there is no element.",
                         source_number(w->code, down), (int)name.n, name.p,
                         source_number(w->code, p), (int)name.n, name.p, n);
    }
    return NULL;
}
