// See across_sizes.h.
#include "gate/judge/across_sizes.h"

#include "base/str.h"

#include <ctype.h>
#include <stdio.h>

enum { MOST_SIZES = 16 };

typedef enum Side { OUT, RIGHT, WRONG } Side;

// A race has shown, and the kernel ran to its end.
static bool has_race(const Across *x, int i) {
    bool any = false;
    for (int t = 0; t < x->ntraps; t++) {
        if (x->traps[t].case_no != i + 1) continue;
        if (!str_ends(x->traps[t].kind, "-race")) return false;
        any = true;
    }
    return any && x->got[i].verdict == VERDICT_FAIL;
}

bool across_is_wrong(const Across *x, int i) {
    return across_is_value(&x->got[i]) || has_race(x, i);
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_name(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *p = text; (p = strstr(p, name)); p += n)
        if ((p == text || !in_name(p[-1])) && !in_name(p[n])) return true;
    return false;
}

// Of a launch, as grids and blocks count.
static bool is_of_launch(const char *name) {
    return str_starts(name, "block") || str_starts(name, "thread") ||
           str_starts(name, "grid");
}

// An extent of an argument, or of the launch: of another number more is not
// more to do.
static bool is_extent(const Across *x, const char *name) {
    if (!x->ex || is_of_launch(name)) return true;
    for (int g = 0; g < x->ex->nargs; g++)
        for (int k = 0; k < x->ex->args[g].nshape; k++)
            if (has_name(x->ex->args[g].shape[k]->text, name)) return true;
    return false;
}

// Nothing has to be done for a size of 0, so such a case is right in most
// programs. One with fills of its own may be wrong, or right, because of its
// values.
static Side side_of(const Across *x, int i) {
    if (x->of[i]->loses_device || x->got[i].is_empty || x->of[i]->nfills)
        return OUT;
    if (x->got[i].verdict == VERDICT_PASS) return RIGHT;
    return across_is_wrong(x, i) ? WRONG : OUT;
}

// The learner's functions get it, or arrays that are as long.
static bool is_learners(const Across *x, const char *name) {
    if (is_extent(x, name)) return true;
    for (int f = 0; f < x->ex->nfunctions; f++)
        if (has_name(x->ex->functions[f].decl, name)) return true;
    return false;
}

// The number of a seed or of a scenario says nothing: it is no size.
static const Num *value_of(const Across *x, int i, int var) {
    const Env *env = &x->sizes[i];
    if (var >= env->n || !env->at[var].value.is_int ||
        !strcmp(env->at[var].name, "seed") ||
        !is_learners(x, env->at[var].name))
        return NULL;
    return &env->at[var].value;
}

// Of many sizes, one divides a few cases by chance.
static int fewest_right(const Across *x) {
    enum { MANY = 6 };
    return x->sizes[0].n < MANY ? 2 : 5;
}

// Returns true if all right cases answer yes and all wrong ones no, two or more
// of each.
static bool divides(const Across *x, int var,
                    bool (*is)(const Across *, int i, int var, int64_t d),
                    int64_t d) {
    int n[3] = {0};
    for (int i = 0; i < x->n; i++) {
        Side s = side_of(x, i);
        const Num *v = value_of(x, i, var);
        if (s == OUT) continue;
        if (!v) return false;
        if (is(x, i, var, d) != (s == RIGHT)) return false;
        n[s]++;
    }
    return n[RIGHT] >= fewest_right(x) && n[WRONG] >= 2;
}

static bool is_multiple(const Across *x, int i, int var, int64_t d) {
    return value_of(x, i, var)->i % d == 0;
}
static bool is_at_most(const Across *x, int i, int var, int64_t d) {
    return value_of(x, i, var)->i <= d;
}
static bool is_value(const Across *x, int i, int var, int64_t d) {
    return value_of(x, i, var)->i == d;
}
static bool is_other(const Across *x, int i, int var, int64_t d) {
    return value_of(x, i, var)->i != d;
}
static bool is_equal(const Across *x, int i, int var, int64_t other) {
    const Num *v = value_of(x, i, (int)other);
    return v && v->i == value_of(x, i, var)->i;
}

static bool is_power(const Across *x, int i, int var, int64_t d) {
    int64_t n = value_of(x, i, var)->i;
    (void)d;
    return (n & (n - 1)) == 0;
}

// Returns true if a size has one value in all right cases, then in *value.
static bool is_one_value(const Across *x, int var, int64_t *value) {
    bool any = false;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) != RIGHT) continue;
        if (!v || (any && v->i != *value)) return false;
        *value = v->i;
        any = true;
    }
    return any;
}

// True if the output has an extent in which the size occurs.
static bool is_in_shape(const Exercise *ex, const char *output,
                        const char *size) {
    for (int g = 0; ex && g < ex->nargs; g++) {
        const Arg *arg = &ex->args[g];
        if (!output || strcmp(arg->name, output)) continue;
        for (int k = 0; k < arg->nshape; k++) {
            const char *at = strstr(arg->shape[k]->text, size);
            if (at) return true;
        }
    }
    return false;
}

static bool are_all_wrong(const Across *x) {
    for (int i = 0; i < x->n; i++)
        if (across_is_value(&x->got[i]) &&
            x->got[i].wrong * 10 < x->got[i].total * 9)
            return false;
    return true;
}

static const char *output_of(const Across *x) {
    for (int i = 0; i < x->n; i++)
        if (across_is_value(&x->got[i])) return x->got[i].output;
    return NULL;
}

// The largest value of a case that is right. 0 is a multiple of all, and says
// nothing.
static int64_t largest_right(const Across *x, int var) {
    int64_t most = 0;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) == RIGHT && v) most = max_of(v->i, most);
    }
    return most;
}

// The file divides by that number, or has vectors of as many elements.
static bool has_stretches(const char *source, int n) {
    char by[24], rest[24], vector[24];
    if (!source) return true;
    snprintf(by, sizeof by, "/ %d", n);
    snprintf(rest, sizeof rest, "%% %d", n);
    snprintf(vector, sizeof vector, "float%d", n);
    return strstr(source, by) || strstr(source, rest) || strstr(source, vector);
}

// Of the divisors of d that tell right from wrong as well, one that the file
// has; or d itself.
static int64_t written_divisor(const Across *x, const CheckResult *res, int var,
                               int64_t d) {
    for (int64_t k = d; res->source && k >= 2; k /= 2)
        if (has_stretches(res->source, (int)k) &&
            divides(x, var, is_multiple, k))
            return k;
    return d;
}

// A part left out along a size of the output leaves its own elements wrong;
// along one that is summed over, all of them. Several sizes may still do, by
// chance of what was drawn: all of them are named.
static const char *by_multiple(Arena *a, const Across *x,
                               const CheckResult *res) {
    const Env *env = &x->sizes[0];
    const char *list = "", *output = output_of(x);
    bool summed = are_all_wrong(x);
    for (int var = 0; var < env->n; var++)
        for (int64_t k = 1024; k >= 2; k /= 2) {
            if (k > largest_right(x, var) || !divides(x, var, is_multiple, k))
                continue;
            int64_t d = written_divisor(x, res, var, k);
            if (res->ex && output &&
                is_in_shape(res->ex, output, env->at[var].name) == summed)
                break;
            list = arena_fmt(a, "%s%s%s is a multiple of %d", list,
                             *list ? " and " : "", env->at[var].name, (int)d);
            break;
        }
    if (!*list) return NULL;
    return arena_fmt(a,
                     "Right wherever %s, wrong everywhere else: what does the "
                     "last, partial stretch get?",
                     list);
}

// A loop whose number of rounds is n / (blocks * threads), or the like.
static bool is_multiple_of_both(const Across *x, int i, int var, int64_t two) {
    const Num *a = value_of(x, i, (int)(two / MOST_SIZES)),
              *b = value_of(x, i, (int)(two % MOST_SIZES));
    int64_t d = a && b ? a->i * b->i : 0;
    return d > 0 && value_of(x, i, var)->i % d == 0;
}

static const char *by_product(Arena *a, const Across *x) {
    const Env *env = &x->sizes[0];
    for (int var = 0; var < env->n; var++)
        for (int k = 0; k < env->n && k < MOST_SIZES; k++)
            for (int j = k + 1; j < env->n && j < MOST_SIZES; j++) {
                bool own = k == var || j == var;
                bool launch = is_of_launch(env->at[k].name) ||
                              is_of_launch(env->at[j].name);
                if (own || !launch ||
                    !divides(x, var, is_multiple_of_both,
                             (int64_t)k * MOST_SIZES + j))
                    continue;
                return arena_fmt(
                    a,
                    "Right wherever %s is a multiple of %s * %s, wrong "
                    "everywhere else: a division rounds down, and the last, "
                    "partial round is left out.",
                    env->at[var].name, env->at[k].name, env->at[j].name);
            }
    return NULL;
}

// The least size with a wrong value.
static int64_t least_wrong(const Across *x, int var) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) == WRONG && v && v->i < least) least = v->i;
    }
    return least;
}

// Right below that, and above it where the size is a multiple of d.
static bool is_tail_of(const Across *x, int i, int var, int64_t d) {
    int64_t v = value_of(x, i, var)->i;
    return v < least_wrong(x, var) || v % d == 0;
}

// Two that are no multiples must be right below, one alone may be so for other
// reasons, and a multiple above.
static bool shows_tail(const Across *x, int var, int64_t d) {
    int64_t first = 0;
    bool below = false, above = false;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) != RIGHT || !v) continue;
        above |= v->i > least_wrong(x, var);
        if (v->i >= least_wrong(x, var) || v->i % d == 0) continue;
        below |= first && v->i != first;
        first = v->i;
    }
    return below && above && divides(x, var, is_tail_of, d);
}

static const char *by_tail(Arena *a, const Across *x, const CheckResult *res) {
    static const int likely[] = {4, 32, 2, 8, 16, 64, 128, 256, 512, 1024};
    const Env *env = &x->sizes[0];
    for (int var = 0; var < env->n; var++)
        for (size_t k = 0; k < COUNT_OF(likely); k++)
            if (has_stretches(res->source, likely[k]) &&
                shows_tail(x, var, likely[k]))
                return arena_fmt(
                    a,
                    "Wrong from %s = %lld on, except where %s is a multiple of "
                    "%d: what is left over after the last whole %d is taken "
                    "once for small sizes, and too often or never for large "
                    "ones.%s",
                    env->at[var].name, (long long)least_wrong(x, var),
                    env->at[var].name, likely[k], likely[k],
                    x->has_blocks ? " Does every block take it?" : "");
    return NULL;
}

static bool halves_something(const char *source) {
    static const char *const signs[] = {"/ 2",   "/= 2", "/2",     ">> 1",
                                        ">>= 1", ">>1",  "__shfl", "* 2",
                                        "*= 2",  "<< 1", "<<= 1"};
    for (size_t i = 0; source && i < COUNT_OF(signs); i++)
        if (strstr(source, signs[i])) return true;
    return !source;
}

// Only if it is one size that does it, and the file has a tree or such a loop.
static const char *by_power(Arena *a, const Across *x, const CheckResult *res) {
    const Env *env = &x->sizes[0];
    if (!halves_something(res->source)) return NULL;
    int64_t only;
    int found = -1;
    for (int var = 0; var < env->n; var++) {
        if (!divides(x, var, is_power, 0)) continue;
        if (found >= 0) return NULL;
        found = var;
    }
    if (found < 0 || is_one_value(x, found, &only)) return NULL;
    return arena_fmt(a,
                     "Right wherever %s is a power of two, wrong everywhere "
                     "else: a tree or a loop that halves needs the next power "
                     "of two, and a 0 in places without an element.",
                     env->at[found].name);
}

static const char *by_one_value(Arena *a, const Across *x, int var,
                                const char *name) {
    int64_t only;
    if (!is_one_value(x, var, &only) || !divides(x, var, is_value, only))
        return NULL;
    return arena_fmt(
        a,
        "Right only where %s is %lld, wrong everywhere else: which "
        "line is true for %s = %lld alone?",
        name, (long long)only, name, (long long)only);
}

// Hidden tests found out wrong facts, over many calls of sizes of their own.
static bool is_of_facts(const Across *x) {
    for (int i = 0; i < x->n; i++)
        if (across_is_value(&x->got[i]) && x->got[i].nfirst > 0 &&
            x->got[i].first[0].says)
            return true;
    return false;
}

// The other way round: one value of a size is wrong, and all others are right.
static const char *by_wrong_value(Arena *a, const Across *x, int var,
                                  const char *name) {
    int64_t only = least_wrong(x, var);
    if (!divides(x, var, is_other, only) || is_of_facts(x)) return NULL;
    return arena_fmt(a,
                     "Wrong only where %s is %lld, right everywhere else: "
                     "which line is for %s = %lld?",
                     name, (long long)only, name, (long long)only);
}

// A switch such as `causal`, which is on in every wrong case.
static const char *by_switch(Arena *a, const Across *x, int var,
                             const char *name) {
    int64_t on = least_wrong(x, var);
    int wrong = 0, off = 0;
    if (is_extent(x, name) || (on != 0 && on != 1)) return NULL;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        Side s = side_of(x, i);
        if (s == OUT) continue;
        if (!v || (v->i != 0 && v->i != 1)) return NULL;
        if (s == WRONG && v->i != on) return NULL;
        wrong += s == WRONG;
        off += s == RIGHT && v->i != on;
    }
    if (wrong < 2 || off < 2) return NULL;
    return arena_fmt(a,
                     "Every wrong case has %s = %lld, and those with %s = %lld "
                     "are right: which lines are for %s = %lld?",
                     name, (long long)on, name, (long long)(1 - on), name,
                     (long long)on);
}

static int64_t most_right(const Across *x, int var) {
    int64_t most = 0;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) == RIGHT && v && v->i > most) most = v->i;
    }
    return most;
}

// A case with values of its own, which divides nothing, is wrong all the same.
static bool is_wrong_within(const Across *x, int var, int64_t most) {
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (across_is_value(&x->got[i]) && v && v->i <= most) return true;
    }
    return false;
}

// The first warp's elements are wrong as well. If they are right, nothing is
// lost between warps.
static bool is_wrong_from_first_warp(const Across *x, int var, int64_t least) {
    enum { WARP = 32 };
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        const CaseResult *r = &x->got[i];
        if (across_is_value(r) && v && v->i == least)
            return r->nfirst == 0 || r->first[0].index < WARP;
    }
    return false;
}

// The warps of a block share their work, and the second one's is lost.
static const char *by_warps(Arena *a, const Across *x, const CheckResult *res) {
    enum { WARP = 32 };
    const Env *env = &x->sizes[0];
    // 16 and 32 are also what one instruction of a tensor core takes.
    bool uses_warps = res->source && strstr(res->source, "__shfl") &&
                      !strstr(res->source, "mma");
    // Then a second warp has been seen.
    bool races = res->ntraps > 0 && str_ends(res->traps[0].kind, "-race");
    for (int var = 0; uses_warps && var < env->n; var++) {
        if (!is_extent(x, env->at[var].name)) continue;
        int64_t most = most_right(x, var), least = least_wrong(x, var);
        // Far more elements have blocks and rounds as well.
        if (most > WARP || most <= WARP / 2 || least <= WARP ||
            least > 8 * WARP || !divides(x, var, is_at_most, most) ||
            is_wrong_within(x, var, most) ||
            (!races && !is_wrong_from_first_warp(x, var, least)))
            continue;
        const char *name = env->at[var].name;
        return arena_fmt(a,
                         "Right up to %s = %lld, wrong from %s = %lld on: with "
                         "more than 32 elements a second warp has work. Do the "
                         "values of all warps reach the result, and do all "
                         "threads that need it get it?",
                         name, (long long)most, name, (long long)least);
    }
    return NULL;
}

// The first wrong element of a flat output, if it is the same one in most of
// the wrong cases, two at least, and a later one in the others; else 0. A wrong
// value may be the right one by chance.
static int64_t first_wrong(const Across *x, const char **output) {
    int64_t least = INT64_MAX;
    int n = 0, there = 0;
    for (int i = 0; i < x->n; i++) {
        const CaseResult *r = &x->got[i];
        if (!across_is_value(r)) continue;
        if (r->nfirst == 0 || r->first[0].says || !r->output ||
            strstr(r->first[0].where, "][") ||
            (n++ > 0 && strcmp(r->output, *output)))
            return 0;
        *output = r->output;
        there = r->first[0].index < least ? 0 : there;
        least = min_of(r->first[0].index, least);
        there += r->first[0].index == least;
    }
    return there > 1 && 2 * there > n ? least : 0;
}

// A few wrong elements here and there: a smaller case may have none by chance.
static bool may_be_chance(const Across *x, int var, int64_t most,
                          int64_t least) {
    enum { EXPECTED = 3 };
    for (int i = 0; i < x->n; i++) {
        const CaseResult *r = &x->got[i];
        const Num *v = value_of(x, i, var);
        if (across_is_value(r) && v && v->i == least && r->nfirst >= 2)
            return r->first[1].index - r->first[0].index > 1 &&
                   r->wrong * most < EXPECTED * least;
    }
    return false;
}

static const char *bounded(Arena *a, const Across *x, int var,
                           const char *name) {
    int64_t most = most_right(x, var), least = least_wrong(x, var);
    const char *output = NULL;
    if (!is_extent(x, name) || !divides(x, var, is_at_most, most) ||
        is_wrong_within(x, var, most) || may_be_chance(x, var, most, least))
        return NULL;
    bool plain = x->has_blocks && x->ntraps == 0; // no value is of chance
    int64_t first = plain ? first_wrong(x, &output) : 0;
    if (first > 0)
        return arena_fmt(a,
                         "In each wrong case `%s` is right up to element %lld, "
                         "and mostly %lld is the first wrong one: which thread "
                         "computes it, and what has that thread not got?",
                         output, (long long)first - 1, (long long)first);
    return arena_fmt(a, "Right up to %s = %lld, wrong from %s = %lld on.", name,
                     (long long)most, name, (long long)least);
}

// Two that are both 1 are equal by chance.
static int64_t least_right(const Across *x, int var) {
    int64_t least = INT64_MAX;
    for (int i = 0; i < x->n; i++) {
        const Num *v = value_of(x, i, var);
        if (side_of(x, i) == RIGHT && v) least = min_of(v->i, least);
    }
    return least;
}

static const char *same_sizes(Arena *a, const Across *x, int var,
                              const char *name) {
    const Env *env = &x->sizes[0];
    for (int other = var + 1; other < env->n; other++)
        if (least_right(x, var) > 1 && divides(x, var, is_equal, other))
            return arena_fmt(
                a,
                "Right where %s and %s are equal, wrong elsewhere: "
                "are they swapped somewhere?",
                name, env->at[other].name);
    return NULL;
}

// All is right but the cases in which a size is 0.
static const char *by_nothing(Arena *a, const Across *x) {
    const CaseResult *empty = NULL;
    int right = 0;
    for (int i = 0; i < x->n; i++) {
        const CaseResult *r = &x->got[i];
        right += r->verdict == VERDICT_PASS && !r->is_empty;
        if (r->verdict == VERDICT_PASS) continue;
        bool is_fact = r->nfirst > 0 && r->first[0].says;
        if (!across_is_value(r) || !r->is_empty || is_fact) return NULL;
        empty = r;
    }
    if (!empty || right < 2) return NULL;
    return arena_fmt(a,
                     "Wrong only where there is nothing to do (%s): what must "
                     "be stored then?",
                     empty->name);
}

// All right values are multiples of the one that is wrong, so that no multiple
// is what divides them.
static const char *by_least_value(Arena *a, const Across *x) {
    const Env *env = &x->sizes[0];
    for (int var = 0; var < env->n; var++) {
        int64_t only = least_wrong(x, var);
        const char *says = by_wrong_value(a, x, var, env->at[var].name);
        bool fits = says && only > 1;
        for (int i = 0; fits && i < x->n; i++)
            fits = side_of(x, i) != RIGHT || is_multiple(x, i, var, only);
        if (fits) return says;
    }
    return NULL;
}

// A sentence that says what the sizes mean; NULL: none fits.
const char *across_by_meaning(Arena *a, const Across *x,
                              const CheckResult *res) {
    const char *says = by_nothing(a, x);
    if (!says) says = by_least_value(a, x);
    if (!says) says = by_multiple(a, x, res);
    if (!says) says = by_product(a, x);
    if (!says) says = by_power(a, x, res);
    if (!says) says = by_tail(a, x, res);
    return says ? says : by_warps(a, x, res);
}

// One case alone is wrong, and it has a name: it was written for something that
// the others do not have.
const char *across_by_name(Arena *a, const Across *x) {
    int at = -1, right = 0;
    for (int i = 0; i < x->n; i++) {
        bool passes = x->got[i].verdict == VERDICT_PASS;
        right += passes && !x->got[i].is_empty;
        if (passes) continue;
        if (at >= 0 || !across_is_value(&x->got[i])) return NULL;
        at = i;
    }
    // The first one may be wrong because it is the first.
    if (at < 1 || right < 3 || !x->of || !x->of[at]->name) return NULL;
    return arena_fmt(a,
                     "The other cases are right, so look for what only this "
                     "one has: %s.",
                     x->of[at]->name);
}

// Only one size may explain it, or none is named.
const char *across_by_size(Arena *a, const Across *x) {
    const char *(*const ask[])(Arena *, const Across *, int, const char *) = {
        same_sizes, by_one_value, by_wrong_value, bounded, by_switch};
    const Env *env = &x->sizes[0];
    for (int k = 0; k < (int)COUNT_OF(ask); k++) {
        const char *found = NULL;
        int n = 0;
        for (int var = 0; var < env->n; var++) {
            const char *text = ask[k](a, x, var, env->at[var].name);
            if (!text) continue;
            found = text;
            n++;
        }
        if (n == 1) return found;
    }
    return NULL;
}
