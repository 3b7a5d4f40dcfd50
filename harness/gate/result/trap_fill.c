// Shared memory that is read before it is filled: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/kernels.h"
#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

// Every store to the array is in a loop over the elements of the block, and the
// trap's line comes after that loop.
const char *trap_filled_in_loop(const Told *w) {
    if (!told_is(w, "uninitialised-shared") || w->t->line <= 0) return NULL;
    const char *end = source_at(w->code, w->t->line), *loop = NULL;
    size_t len = strlen(w->variable);
    for (const char *p = w->code;
         len && (p = source_word(p, w->variable)) && p < end; p += len) {
        Str index = source_index(p + len);
        if (index.n == 0) continue;
        const char *sign = index.p + index.n + 1;
        sign += strspn(sign, " ");
        if (*sign != '=' || sign[1] == '=') continue;
        loop = source_loop_around(w->code, p, p);
        if (!loop || source_loop_around(w->code, p, end)) return NULL;
    }
    if (!loop || !source_uses(w->code, loop, (Str){loop, strcspn(loop, "\n")},
                              "blockIdx"))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "`%s` is filled in the loop of line %d only, and a block "
                     "for which that loop has no round comes here without: "
                     "fill `%s` before the loop, then __syncthreads().",
                     w->variable, source_number(w->code, loop), w->variable);
}

// A loop with steps of more than 1, before the trap's line, that stores to its
// array; NULL: there is none.
static const char *strided_fill(const Told *w) {
    const char *end = source_at(w->code, w->t->line);
    size_t len = strlen(w->variable);
    Str part[3];
    for (const char *p = w->code; (p = source_word(p, "for")) && p < end; p++) {
        if (!source_for(p, part) || !source_holds(part[2], "+=")) continue;
        Str body = source_body(part[2]);
        const char *q = body.p, *after = body.p + body.n;
        for (; len && (q = source_word(q, w->variable)) && q < after;
             q += len) {
            Str index = source_index(q + len);
            if (!index.n) continue;
            const char *sign = index.p + index.n + 1;
            sign += strspn(sign, " ");
            if (*sign == '=' && sign[1] != '=') return p;
        }
    }
    return NULL;
}

enum { MOST_STORES = 4 };

// The stores to the array before the trap's line, and is one of them in a loop?
typedef struct Fills {
    Str index[MOST_STORES]; // from its bracket on
    int line[MOST_STORES], n;
    bool loops;
} Fills;

static bool is_in_loop(const char *code, const Kernel *k, const char *p) {
    Loop l;
    for (const char *at = k->body.p; loop_next(code, at, &l) && l.at < p;) {
        if (p < l.body.p + l.body.n) return true;
        at = l.at + 2;
    }
    return false;
}

static Fills fills_of(const Told *w, const Kernel *k) {
    const char *end = source_at(w->code, w->t->line);
    size_t len = strlen(w->variable);
    Fills f = {0};
    for (const char *p = k->body.p;
         len && (p = source_word(p, w->variable)) && p < end; p += len) {
        Str index = p[len] == '[' ? source_index(p + len) : (Str){0};
        if (!index.n) continue;
        const char *sign = index.p + index.n + 1;
        sign += strspn(sign, " ");
        if (*sign != '=' || sign[1] == '=') continue;
        f.loops |= is_in_loop(w->code, k, p);
        if (f.n == MOST_STORES) return (Fills){0};
        f.index[f.n] = (Str){index.p + 1, index.n - 1};
        f.line[f.n++] = source_number(w->code, p);
    }
    return f;
}

// It asks for the place in the whole array: by blockIdx, or by a parameter.
static bool is_bound(const Told *w, const Kernel *k, const char *at, Str test) {
    if (source_uses(w->code, at, test, "blockIdx")) return true;
    bool found = false;
    Str name;
    for (int i = 0; !found && (name = kernel_parameter(k, i)).n; i++)
        found =
            source_holds(test, "<") &&
            source_holds_word(test, arena_strn(&w->r->arena, name.p, name.n));
    return found;
}

// The condition of the `if` between the places, if it is a bound. Empty: there
// is none.
static Str bound_between(const Told *w, const Kernel *k, const char *from,
                         const char *to) {
    const char *at = source_word(from, "if");
    const char *open = at && at < to ? at + 2 + strspn(at + 2, " ") : NULL;
    Str test = open && *open == '(' ? source_call_argument(open, 0) : (Str){0};
    return test.n && is_bound(w, k, at, test) ? test : (Str){0};
}

// That of an `if` around p.
static Str bound_around(const Told *w, const Kernel *k, const char *p) {
    while (p > k->body.p) {
        const char *from = p;
        while (from > k->body.p && !strchr(";{}", from[-1]))
            from--;
        Str test = bound_between(w, k, from, p);
        if (test.n) return test;
        // to the brace around this statement
        int depth = 0;
        for (p = from; p > k->body.p && depth >= 0; p--)
            depth += (p[-1] == '}') - (p[-1] == '{');
    }
    return (Str){0};
}

// The index of a store goes on from the block's own elements: it has the number
// of its threads in it.
static bool is_after_block(const Told *w, Str index, long threads) {
    long n;
    if (source_holds(index, "blockDim")) return true;
    for (size_t i = 0, len; i < index.n; i += len ? len : 1) {
        len = source_name_length(index.p + i);
        if (len && source_constant(w->code, (Str){index.p + i, len}, &n) &&
            n == threads)
            return true;
    }
    return false;
}

// One side of a halo is stored: the one after the block's own elements, or the
// one before them, by the plain number of a thread.
static bool has_side(const Told *w, const Fills *f, long threads, bool at_end) {
    for (int i = 0; i < f->n; i++)
        if (at_end ? is_after_block(w, f->index[i], threads)
                   : !memchr(f->index[i].p, '+', f->index[i].n))
            return true;
    return false;
}

// "Line 14 stores" and "Lines 14 and 17 store".
static const char *fills_words(Arena *a, const Fills *f) {
    if (f->n == 1) return arena_fmt(a, "line %d stores", f->line[0]);
    const char *text = arena_fmt(a, "lines %d", f->line[0]);
    for (int i = 1; i < f->n; i++)
        text = arena_fmt(a, i + 1 < f->n ? "%s, %d" : "%s and %d", text,
                         f->line[i]);
    return arena_fmt(a, "%s store", text);
}

// Of an array that no loop fills, a part lacks. Where every thread has stored
// an element of its own, that is a halo.
static const char *part_lacks(const Told *w, unsigned n, unsigned filled,
                              bool at_end) {
    Arena *a = &w->r->arena;
    const char *at = source_at(w->code, w->t->line);
    Kernel k;
    long threads = 0;
    if (!kernel_around(a, w->code, at, &k)) return NULL;
    Fills f = fills_of(w, &k);
    if (!f.n || f.loops) return NULL;
    if (k.launch &&
        !source_constant(w->code, source_call_argument(k.launch, 1), &threads))
        threads = 0;
    bool is_side = threads > 0 && has_side(w, &f, threads, at_end);
    bool is_halo = threads > 0 && (long)filled >= threads && !is_side;
    if (!is_halo && !at_end) return NULL;
    const char *says =
        at_end ? arena_fmt(a,
                           "`%s` has %u elements, and %s the first %u: nobody "
                           "stores those from %u on, and this line reads one.",
                           w->variable, n, fills_words(a, &f), filled, filled)
               : arena_fmt(a,
                           "`%s` has %u elements, and %s %u of them, but not "
                           "the one that this line reads.",
                           w->variable, n, fills_words(a, &f), filled);
    if (is_halo)
        return arena_fmt(a,
                         "%s The block has %ld threads, so what lies beyond "
                         "their own elements is a halo, and that has two "
                         "sides: is the one at the %s loaded, too?",
                         says, threads, at_end ? "end" : "beginning");
    for (int i = f.n - 1; i >= 0; i--) {
        Str test = bound_around(w, &k, f.index[i].p);
        if (test.n)
            return arena_fmt(a,
                             "%s Line %d stores only where `%.*s`: an `if` "
                             "leaves some out. Let it store a 0 otherwise.",
                             says, f.line[i], (int)test.n, test.p);
    }
    return arena_fmt(a,
                     "%s Is a store missing, does an `if` leave them out, or "
                     "does this read go too far?",
                     says);
}

// A case with elements in all arrays is right.
static bool one_is_right(const CheckResult *r) {
    for (int i = 0; i < r->ncases; i++)
        if (r->cases[i].verdict == VERDICT_PASS && !r->cases[i].is_empty)
            return true;
    return false;
}

// Each store to the array stands after an `if` that asks for the bounds of
// another one and has no else; whole tiles are right.
static const char *left_at_bounds(const Told *w) {
    Arena *a = &w->r->arena;
    const char *at = source_at(w->code, w->t->line);
    Kernel k;
    if (!one_is_right(w->r) || !kernel_around(a, w->code, at, &k)) return NULL;
    Fills f = fills_of(w, &k);
    Str test = {0};
    for (int i = 0; i < f.n; i++) {
        test = bound_around(w, &k, f.index[i].p);
        const char *end = strchr(f.index[i].p, ';');
        if (!test.n || !end) return NULL;
        end += 1 + strspn(end + 1, " \n}");
        if (str_starts(end, "else")) return NULL;
    }
    if (!test.n) return NULL;
    return arena_fmt(a,
                     "Line %d stores to `%s` only where `%.*s`; the other "
                     "elements hold what they held, and this line reads them, "
                     "too. Let an else store what changes nothing: a 0 in a "
                     "sum.",
                     f.line[f.n - 1], w->variable, (int)test.n, test.p);
}

// The line of the only `return` of the kernel before the trap; 0: there is
// none, or there are several.
static int only_return(const Told *w) {
    Kernel k;
    const char *end = source_at(w->code, w->t->line);
    int line = 0;
    if (!kernel_around(&w->r->arena, w->code, end, &k)) return 0;
    for (const char *p = k.body.p; (p = source_word(p, "return")) && p < end;
         p++) {
        if (line) return 0;
        line = source_number(w->code, p);
    }
    return line;
}

// "had returned before the barrier", with the line in which they did.
static const char *returned_where(const Told *w) {
    static const char before[] = " had returned before the barrier";
    const char *at = strstr(w->t->hint, before);
    int line = at ? only_return(w) : 0;
    if (!line) return NULL;
    return arena_fmt(&w->r->arena, "%.*s%s, in line %d%s",
                     (int)(at - w->t->hint), w->t->hint, before, line,
                     at + strlen(before));
}

// The device's own words, where it has counted what is filled.
const char *trap_partly_filled(const Told *w) {
    bool counted = str_starts(w->t->hint, "It has ") ||
                   strstr(w->t->hint, " had returned before the barrier.");
    if (!told_is(w, "uninitialised-shared")) return NULL;
    unsigned n, filled, threads;
    bool at_end = sscanf(w->t->hint, "It has %u elements, and the first %u ",
                         &n, &filled) == 2;
    const char *reads = strstr(w->t->message, " reads element ");
    unsigned element = 0;
    bool at_start = !at_end && reads &&
                    sscanf(reads, " reads element %u", &element) == 1 &&
                    strstr(w->t->hint, "this one is not. Either") &&
                    sscanf(w->t->hint, "%u of its %u", &filled, &n) == 2 &&
                    element < n - filled;
    const char *lacks =
        at_end || at_start ? part_lacks(w, n, filled, at_end) : NULL;
    if (lacks) return lacks;
    if (strstr(w->t->hint, "this one is not. Either")) return left_at_bounds(w);
    if (!counted) return NULL;
    const char *returned = returned_where(w);
    if (returned) return returned;
    const char *loop = sscanf(w->t->hint,
                              "It has %u elements, and the block "
                              "has %u threads",
                              &n, &threads) == 2
                           ? strided_fill(w)
                           : NULL;
    if (!loop) return w->t->hint;
    return arena_fmt(&w->r->arena,
                     "It has %u elements, and the loop of line %d has filled "
                     "%u of them. Either the loop ends too early, or the "
                     "index of this read is wrong.",
                     n, source_number(w->code, loop), threads);
}

// The last place of the word in the text, or NULL.
static const char *last_word(Str text, const char *word) {
    const char *found = NULL;
    for (const char *p = text.p;
         (p = source_word(p, word)) && p < text.p + text.n; p++)
        found = p;
    return found;
}

// The store to the array before the trap's line that is not in any loop, by the
// number of a thread alone; NULL: there is none, or another one.
static const char *one_each(const Told *w, const Kernel *k) {
    const char *end = source_at(w->code, w->t->line), *found = NULL;
    size_t len = strlen(w->variable);
    for (const char *p = k->body.p;
         len && (p = source_word(p, w->variable)) && p < end; p += len) {
        Str index = source_index(p + len);
        if (!index.n || p[len] != '[') continue;
        const char *sign = index.p + index.n + 1;
        sign += strspn(sign, " ");
        if (*sign != '=' || sign[1] == '=') continue;
        Str before = {k->body.p, (size_t)(p - k->body.p)};
        const char *loop = last_word(before, "for");
        if (found || (loop && !memchr(loop, '}', (size_t)(p - loop))))
            return NULL;
        bool by_thread = source_uses(w->code, p, index, "threadIdx") &&
                         !source_uses(w->code, p, index, "threadIdx.y") &&
                         !memchr(index.p, '+', index.n) &&
                         !memchr(index.p, '*', index.n);
        if (!by_thread) return NULL;
        found = p;
    }
    return found;
}

// Fewer threads than elements, and one element for each.
const char *trap_one_each(const Told *w) {
    const char *of = strstr(w->t->hint, " of its ");
    const char *at = source_at(w->code, w->t->line);
    Kernel k;
    long threads;
    unsigned elements;
    if (!told_is(w, "uninitialised-shared") || !of ||
        sscanf(of, " of its %u elements are filled", &elements) != 1 ||
        !kernel_around(&w->r->arena, w->code, at, &k) || !k.launch ||
        !source_constant(w->code, source_call_argument(k.launch, 1),
                         &threads) ||
        threads >= (long)elements)
        return NULL;
    const char *store = one_each(w, &k);
    if (!store) return NULL;
    return arena_fmt(&w->r->arena,
                     "`%s` has %u elements, and line %d stores one in each of "
                     "the %ld threads of a block: nobody stores the others. "
                     "Let a thread take several, in a loop in steps of "
                     "blockDim.x, here and wherever all elements are meant.",
                     w->variable, elements, source_number(w->code, store),
                     threads);
}
