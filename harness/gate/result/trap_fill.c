// Shared memory that is read before it is filled: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/kernels.h"
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

// The device's own words, where it has counted what is filled.
const char *trap_partly_filled(const Told *w) {
    bool counted = str_starts(w->t->hint, "It has ") ||
                   strstr(w->t->hint, " had returned before the barrier.");
    if (!told_is(w, "uninitialised-shared") || !counted) return NULL;
    unsigned n, threads;
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
