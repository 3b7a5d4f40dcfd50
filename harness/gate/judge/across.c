// See across.h.
#include "gate/judge/across.h"

#include "gate/judge/across_sizes.h"

#include "base/str.h"

#include <string.h>

enum { FEW = 4 }; // elements: they may look like anything

// ---- the pattern that all wrong cases have

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
        if (!across_is_value(r)) continue;
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
        if (across_is_value(&x->got[i]) &&
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
        if (!across_is_value(r) || !(r->patterns >> p & 1) || !r->about[p])
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
    if (shown && across_is_value(shown) && p == PATTERN_ONE_ROW)
        return shown->patterns >> p & 1;
    return pattern_info[p].is_cause || !shown || !across_is_value(shown) ||
           (shown->total < FEW && !is_plain(p)) ||
           ((shown->patterns | shown->open) >> p & 1);
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
        any |= across_is_wrong(&x, i);
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
    if (!text && shown && across_is_value(shown) && shown->total >= FEW &&
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
    if (!facts) res->contrast = across_by_meaning(a, &x, res);
    // Elements that nobody reached: the sizes know better which, and why.
    if (res->contrast && p == PATTERN_GAPS) res->shared_text = NULL;
    res->is_narrowed = res->contrast || (text && p == PATTERN_GAPS);
    if (!res->contrast) res->contrast = across_by_name(a, &x);
    if (!res->contrast && !facts) res->contrast = across_by_size(a, &x);
}
