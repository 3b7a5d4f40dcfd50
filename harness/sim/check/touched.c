// Which words of global memory a launch used, and how.
//
// The runtime asks when several streams are in use: an access of one launch may
// then race with an access of another, which the shadow's records of one launch
// cannot tell. Beside each line's record lie three masks of its words. The
// lines that a launch has touched are kept as runs of neighbours, several of
// which grow at a time: a kernel that walks three arrays leaves three runs.
//
// Only words that one request touched whole count, so that launches which write
// neighbouring bytes do not meet.
#include "sim/check/shadow_lines.h"
#include "sim/core/strip.h"

#include <stdlib.h>

enum { RUNS_MOST = 1 << 20 };

void touched_begin(Shadow *s) {
    s->tracks = s->wants_touched && !s->broken;
    s->runs.n = 0;
    for (size_t i = 0; i < COUNT_OF(s->open_runs); i++)
        s->open_runs[i] = -1;
    s->next_run = 0;
}

static void line_add(Shadow *s, uint64_t i) {
    for (size_t k = 0; k < COUNT_OF(s->open_runs); k++) {
        int at = s->open_runs[k];
        if (at < 0 || s->runs.at[at].end != i) continue;
        s->runs.at[at].end++;
        return;
    }
    if (s->runs.n == RUNS_MOST) return;
    s->open_runs[s->next_run] = s->runs.n;
    s->next_run = (s->next_run + 1) % (uint32_t)COUNT_OF(s->open_runs);
    vec_push(&s->runs, (LineRun){i, i + 1});
}

void touched_words(Shadow *s, const ShadowAccess *t, uint64_t line,
                   uint32_t words) {
    SimUse k = t->kind == ACCESS_LOAD ? SIM_USE_READ
               : t->strength == WEAK  ? SIM_USE_WRITE
                                      : SIM_USE_UPDATE;
    const ShadowLine *l = shadow_line(s, line);
    if (!l || !words || (k == SIM_USE_READ && t->strength != WEAK)) return;
    LineUse *u = &s->touched[l - s->lines];
    if (u->launch != s->launch) {
        *u = (LineUse){.launch = s->launch};
        line_add(s, (uint64_t)(l - s->lines));
    }
    u->words[k] |= words;
    if (s->afters.gave.n)
        after_words(&s->afters, t->block, t->place, k, line, words);
}

void touched_row(Shadow *s, const ShadowAccess *t, const Strip *row) {
    uint64_t line = row->lo / LINE_BYTES, last = (row->hi - 1) / LINE_BYTES;
    for (; line <= last; line++)
        touched_words(s, t, line, strip_words(row, line));
}

// ---- asked

static int by_begin(const void *a, const void *b) {
    const LineRun *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

// A range that may grow.
typedef struct Growing {
    uint64_t lo, hi;
} Growing;

static void flush_range(Growing *g, SimUse k, UseFn *fn, void *ctx) {
    if (g->hi > g->lo) fn(ctx, k, g->lo, g->hi);
    *g = (Growing){0};
}

static void grow(Growing *g, SimUse k, uint64_t lo, uint64_t hi, UseFn *fn,
                 void *ctx) {
    if (g->hi != lo) {
        flush_range(g, k, fn, ctx);
        g->lo = lo;
    }
    g->hi = hi;
}

static void grow_line(Growing *g, SimUse k, uint64_t at, uint32_t words,
                      UseFn *fn, void *ctx) {
    while (words) {
        unsigned from = (unsigned)__builtin_ctz(words);
        uint32_t rest = ~(words >> from);
        unsigned n = rest ? (unsigned)__builtin_ctz(rest) : 32;
        n = min_of(n, 32 - from);
        grow(g, k, at + 4 * from, at + 4 * (from + n), fn, ctx);
        if (from + n == 32) return;
        words &= ~0u << (from + n);
    }
}

void shadow_touched(Shadow *s, UseFn *fn, void *ctx) {
    Growing g[SIM_USES] = {{0}};
    if (!s || !s->tracks || !s->runs.n) return;
    qsort(s->runs.at, (size_t)s->runs.n, sizeof *s->runs.at, by_begin);
    for (int r = 0; r < s->runs.n; r++)
        for (uint64_t i = s->runs.at[r].begin; i < s->runs.at[r].end; i++)
            for (SimUse k = 0; k < SIM_USES; k++)
                grow_line(&g[k], k, (s->first_line + i) * LINE_BYTES,
                          s->touched[i].words[k], fn, ctx);
    for (SimUse k = 0; k < SIM_USES; k++)
        flush_range(&g[k], k, fn, ctx);
}
