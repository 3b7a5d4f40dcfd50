// See across.h. A sentence about sizes needs two cases on either side, and
// leaves out those with fills of their own: these may fail for their values.
#include "gate/judge/across.h"

#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_SIZES = 16,
    FEW = 4, // elements: they may look like anything
};

typedef struct Across {
    const Case *const *of;
    const Env *sizes;
    const CaseResult *got;
    int n;
    bool has_blocks; // it runs on a device, and not on a processor
    const TrapInfo *traps;
    int ntraps;
    const Exercise *ex; // or NULL
} Across;

// ---- the pattern that all wrong cases have

static bool is_wrong_value(const CaseResult *r) {
    return r->verdict == VERDICT_FAIL && r->kind &&
           !strcmp(r->kind, "mismatch");
}

// A case of a few elements may look like anything, and one with fills of its
// own may be wrong in a way of its own: they do not decide if there are others.
// If there are no others, the pattern on the screen is true of all of them.
static uint64_t shared_patterns(const Across *x) {
    const uint64_t what_ifs =
        pattern_bit(PATTERN_SWAPPED_INPUT) | pattern_bit(PATTERN_CUT_SCALAR) |
        pattern_bit(PATTERN_BY_COLUMNS) | pattern_bit(PATTERN_CHANGED_INPUT);
    uint64_t shared = ~(uint64_t)0, any = 0, first = 0, all = ~(uint64_t)0;
    for (int i = x->n - 1; i >= 0; i--) {
        const CaseResult *r = &x->got[i];
        if (!is_wrong_value(r)) continue;
        uint64_t may_be = r->patterns | r->open | (r->tried ? 0 : what_ifs);
        first = r->patterns;
        all &= may_be;
        if (r->total < FEW || x->of[i]->nfills) continue;
        shared &= may_be;
        any |= r->patterns;
    }
    return shared == ~(uint64_t)0 ? first & all : shared & any;
}

// Results that differ between two runs of one case are never the same mistake
// in all cases: one of them is enough.
static bool differs_once(const Across *x) {
    for (int i = 0; i < x->n; i++)
        if (is_wrong_value(&x->got[i]) &&
            x->got[i].patterns & pattern_bit(PATTERN_RACE))
            return true;
    return false;
}

// The other output has what belongs there, so the two are not exchanged. text:
// that of the pattern, with the other's name.
static const char *stored_wrong(Arena *a, const char *text) {
    const char *name = strchr(text, '`');
    const char *end = name ? strchr(name + 1, '`') : NULL;
    if (!end) return text;
    return arena_fmt(a,
                     "This output holds what belongs into %.*s, and %.*s is "
                     "right: does the line that stores here take the value "
                     "of the other one?",
                     (int)(end + 1 - name), name, (int)(end + 1 - name), name);
}

// The meaning of a pattern where nothing is launched: there are no blocks and
// no order of a launch's arguments. NULL: the usual words fit.
static const char *text_on_host(Pattern p) {
    switch (p) {
    case PATTERN_NEVER_WRITTEN:
        return "Every element still holds what it held before the call: "
               "nothing "
               "was stored there, or something was added by += to what nobody "
               "had set.";
    case PATTERN_RACE:
        return "The same input gave different results in two runs. Does "
               "something of one call stay for the next, in a static or global "
               "variable, is memory used that nobody set, or do several "
               "threads store to one variable?";
    case PATTERN_OTHER_OUTPUT:
        return "This output holds what belongs into `@`: look at what each of "
               "the two lines stores, and when.";
    case PATTERN_BEGINS_AGAIN:
        return "The numbers begin again at 0 with every part: each part has to "
               "begin where the one before has ended.";
    case PATTERN_TILES_MOVED:
        return "The tiles are right inside and stand in the wrong places: what "
               "is loaded as tile (x, y) must be stored as tile (y, x).";
    case PATTERN_FIRST_ONLY:
        return "Only the first elements were written: where does the loop end?";
    case PATTERN_BLOCK_EDGES:
        return "The wrong elements lie on both sides of edges between parts: "
               "there a part needs inputs of its neighbours.";
    case PATTERN_TAIL_UNWRITTEN:
        return "Only the tail is wrong, and it was never written: what is left "
               "over after the last whole part is missing.";
    case PATTERN_TAIL_ONLY:
        return "Only the tail is wrong: look at what is done with the rest "
               "after the last whole part.";
    case PATTERN_GAPS:
        return "What is wrong was never written, and what was written is "
               "right: no line stores to those elements, or one adds to them "
               "by += and nobody has set them. Which steps do the loops make, "
               "and does an `if` keep them from a store?";
    default: return NULL;
    }
}

// Triton has programs and tiles.
static const char *text_in_triton(Pattern p) {
    switch (p) {
    case PATTERN_ONE_THREAD:
        return "Only the first element of each row has the right value: is the "
               "result of the row stored to one place, where all of them need "
               "it?";
    case PATTERN_TILES_MOVED:
        return "The tiles are right inside and stand in the wrong places: "
               "which "
               "program number belongs to the rows, and which to the columns, "
               "in the load and in the store?";
    case PATTERN_BEGINS_AGAIN:
        return "The numbers begin again at 0 with every program: that is the "
               "place in the tile. In the whole array it is tl.program_id(0) * "
               "BLOCK + tl.arange(0, BLOCK).";
    case PATTERN_FIRST_ONLY:
        return "Only the first elements were written, as many as a tile has: "
               "does the grid have a program for each tile, and does each tile "
               "begin at tl.program_id(0) * BLOCK?";
    case PATTERN_GAPS:
        return "What is wrong was never written, and what was written is "
               "right: no program stores those elements. Do the places of the "
               "tile and the grid count with the same BLOCK, and does the mask "
               "of the store leave them out?";
    default: return NULL;
    }
}

// Without Numba nothing runs side by side in Python, and torch.empty holds
// anything.
static const char *text_in_python(const Exercise *ex, Pattern p) {
    if (p == PATTERN_RACE && ex->machines & 1U << MACHINE_NUMBA)
        return "The same input gave different results in two runs: do several "
               "threads of a prange loop add to one element, or is a part of "
               "np.empty returned that nothing was stored to?";
    if (p == PATTERN_TRANSPOSED)
        return "Rows and columns are swapped: the elements lie column by "
               "column where they should lie row by row, or the reverse. Are "
               "two indices exchanged? Or has an array other strides than the "
               "code takes it to have: x.T has, and so has empty_like(x.T).";
    if (p == PATTERN_FIRST_RIGHT)
        return "Only the first element is right: what changes from one element "
               "to the next, or from one step to the next, that the program "
               "takes from the first one, or computes once for all?";
    return p == PATTERN_RACE
               ? "The same input gave different results in two runs: is a part "
                 "of np.empty or torch.empty returned that nothing was stored "
                 "to, or does chance enter the result?"
               : text_on_host(p);
}

// Returns the text, `@` replaced by the name that it is about; NULL if that is
// another one in another case.
static const char *text_about(Arena *a, const Across *x, Pattern p) {
    Kind kind = x->ex ? x->ex->kind : KIND_CUDA;
    const char *own = kind == KIND_PYTHON   ? text_in_python(x->ex, p)
                      : kind == KIND_TRITON ? text_in_triton(p)
                      : !x->has_blocks      ? text_on_host(p)
                                            : NULL;
    const char *text = own ? own : pattern_info[p].text, *about = NULL;
    if (!strchr(text, '@')) return text;
    for (int i = 0; i < x->n; i++) {
        const CaseResult *r = &x->got[i];
        if (!is_wrong_value(r) || !(r->patterns >> p & 1) || !r->about[p])
            continue;
        if (about && strcmp(about, r->about[p])) return NULL;
        about = r->about[p];
    }
    const char *at = strchr(text, '@');
    return about
               ? arena_fmt(a, "%.*s%s%s", (int)(at - text), text, about, at + 1)
               : NULL;
}

// One element shows it as well as many do.
static bool is_plain(Pattern p) {
    return p == PATTERN_ALL_ZERO || p == PATTERN_TWICE ||
           p == PATTERN_HALF_OF || p == PATTERN_NEGATED ||
           p == PATTERN_INFINITE || p == PATTERN_NAN;
}

// A pattern that only tells how values look must be true of the case on the
// screen; a reason may be hard to see in its values.
static bool is_seen(const CheckResult *res, Pattern p) {
    const CaseResult *shown = check_bad_case(res);
    // "All others are right" is wrong beside one that has no others.
    if (shown && is_wrong_value(shown) && p == PATTERN_ONE_ROW)
        return shown->patterns >> p & 1;
    return pattern_info[p].is_cause || !shown || !is_wrong_value(shown) ||
           (shown->total < FEW && !is_plain(p)) ||
           ((shown->patterns | shown->open) >> p & 1);
}

// ---- sizes

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

static bool is_wrong_case(const Across *x, int i) {
    return is_wrong_value(&x->got[i]) || has_race(x, i);
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
    return is_wrong_case(x, i) ? WRONG : OUT;
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
        if (is_wrong_value(&x->got[i]) &&
            x->got[i].wrong * 10 < x->got[i].total * 9)
            return false;
    return true;
}

static const char *output_of(const Across *x) {
    for (int i = 0; i < x->n; i++)
        if (is_wrong_value(&x->got[i])) return x->got[i].output;
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
        if (is_wrong_value(&x->got[i]) && x->got[i].nfirst > 0 &&
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
        if (is_wrong_value(&x->got[i]) && v && v->i <= most) return true;
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
        if (is_wrong_value(r) && v && v->i == least)
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
        if (!is_wrong_value(r)) continue;
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
        if (is_wrong_value(r) && v && v->i == least && r->nfirst >= 2)
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
        if (!is_wrong_value(r) || !r->is_empty || is_fact) return NULL;
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
static const char *by_meaning(Arena *a, const Across *x,
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
static const char *by_case_name(Arena *a, const Across *x) {
    int at = -1, right = 0;
    for (int i = 0; i < x->n; i++) {
        bool passes = x->got[i].verdict == VERDICT_PASS;
        right += passes && !x->got[i].is_empty;
        if (passes) continue;
        if (at >= 0 || !is_wrong_value(&x->got[i])) return NULL;
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
static const char *by_size(Arena *a, const Across *x) {
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

// Nothing is launched.
static bool is_on_host(const CheckResult *res) {
    bool c = res->backend && res->backend->is_c;
    bool script = res->ex && res->ex->kind == KIND_PYTHON;
    return c || script;
}

// Streams race, and the report says which: a case is wrong if they meet.
static bool is_unordered(const CheckResult *res) {
    return res->ntraps > 0 && !strcmp(res->traps[0].kind, "stream-race");
}

void across_cases(Arena *a, const Case *const *of, const Env *sizes, int n,
                  CheckResult *res) {
    Across x = {of,
                sizes,
                res->cases,
                n < res->ncases ? n : res->ncases,
                !is_on_host(res),
                res->traps,
                res->ntraps,
                res->ex};
    bool any = false;
    for (int i = 0; i < x.n; i++) {
        if (res->cases[i].verdict == VERDICT_CRASH) return;
        any |= is_wrong_case(&x, i);
    }
    if (!any) return;
    uint64_t shared = shared_patterns(&x);
    Pattern p = PATTERN_NONE;
    const char *text = NULL;
    for (; shared && !text; shared &= shared - 1) {
        p = pattern_first(shared);
        text = is_seen(res, p) ? text_about(a, &x, p) : NULL;
    }
    // An output that the case on the screen never got, whatever is wrong in the
    // others.
    const CaseResult *shown = check_bad_case(res);
    if (!text && shown && is_wrong_value(shown) && shown->total >= FEW &&
        shown->patterns & pattern_bit(PATTERN_NEVER_WRITTEN)) {
        p = PATTERN_NEVER_WRITTEN;
        text = text_about(a, &x, p);
    }
    if (!text) p = PATTERN_NONE;
    if (differs_once(&x)) {
        p = PATTERN_RACE;
        text = text_about(a, &x, p);
    }
    if (text && p == PATTERN_OTHER_OUTPUT && shown && !shown->also)
        text = stored_wrong(a, text);
    if (text) {
        res->shared_pattern = pattern_info[p].name;
        res->shared_text = text;
        res->is_explained = pattern_info[p].is_cause;
    }
    if (n <= 0 || res->is_explained) return;
    // Which cases chance has made wrong says nothing.
    if (p == PATTERN_RACE || is_unordered(res)) {
        res->is_narrowed = p == PATTERN_RACE;
        return;
    }
    // What makes a fact untrue is seldom a size, which may differ by chance.
    bool facts = shown && shown->nfirst && shown->first[0].says;
    if (!facts) res->contrast = by_meaning(a, &x, res);
    // Elements that nobody reached: the sizes know better which, and why.
    if (res->contrast && p == PATTERN_GAPS) res->shared_text = NULL;
    res->is_narrowed = res->contrast || (text && p == PATTERN_GAPS);
    if (!res->contrast) res->contrast = by_case_name(a, &x);
    if (!res->contrast && !facts) res->contrast = by_size(a, &x);
}
