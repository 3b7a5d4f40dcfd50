#include "sim/check/after.h"

#include "sim/check/shadow_lines.h"

#include <string.h>

enum { GAVE_MOST = 4096, AFTER_MOST = 1 << 14, LINE = 128 };

// The child has a number in any case; beyond GAVE_MOST nothing is said of it.
void shadow_gave(Shadow *s, uint64_t block, int child, uint32_t place) {
    if (!s || s->afters.gave.n == GAVE_MOST) return;
    vec_push(&s->afters.gave,
             (Gave){.block = block, .child = child, .place = place});
    s->afters.knows = false;
}

static bool has_given(Afters *a, uint64_t block) {
    if (a->knows && a->block == block) return a->has_given;
    a->knows = true;
    a->block = block;
    a->has_given = false;
    for (int i = a->gave.n; i-- > 0 && !a->has_given;)
        a->has_given = a->gave.at[i].block == block;
    return a->has_given;
}

void after_words(Afters *a, uint64_t block, uint32_t place, SimUse k,
                 uint64_t line, uint32_t words) {
    if (!has_given(a, block)) return;
    After *last = a->after.n ? &a->after.at[a->after.n - 1] : NULL;
    if (last && last->line == line && last->block == block &&
        last->place == place && last->use == k && last->gave == a->gave.n) {
        last->words |= words;
        return;
    }
    if (a->after.n == AFTER_MOST) return;
    vec_push(&a->after, (After){.line = line,
                                .block = block,
                                .words = words,
                                .place = place,
                                .gave = a->gave.n,
                                .use = k});
}

void afters_free(Afters *a) {
    vec_free(&a->gave);
    vec_free(&a->after);
    *a = (Afters){0};
}

Afters shadow_take_afters(Shadow *s) {
    Afters a = {0};
    if (!s) return a;
    a = s->afters;
    s->afters = (Afters){0};
    return a;
}

// ---- asked

static int gave_number(const Afters *a, int child) {
    for (int i = 0; i < a->gave.n; i++)
        if (a->gave.at[i].child == child) return i;
    return -1;
}

// An update and a plain read do not race (shadow.h).
static bool may_conflict(SimUse parent, SimUse child) {
    if (parent == SIM_USE_READ) return child == SIM_USE_WRITE;
    if (parent == SIM_USE_UPDATE) return child == SIM_USE_WRITE;
    return true;
}

// ---- values

// The line's bytes, or NULL: they have been freed.
static const unsigned char *line_bytes(const Mem *mem, const After *e) {
    uint64_t first = e->line * LINE + 4 * (uint64_t)__builtin_ctz(e->words);
    const Alloc *a = mem_find(mem, first);
    bool live = a && a->kind != ALLOC_FREED;
    return live ? mem_bytes(mem, e->line * LINE) : NULL;
}

void afters_before(Afters *a, const Mem *mem) {
    for (int i = 0; i < a->after.n; i++) {
        After *e = &a->after.at[i];
        const unsigned char *now = line_bytes(mem, e);
        e->same = now && e->use == SIM_USE_WRITE;
        if (e->same) memcpy(e->was, now, LINE);
    }
}

void afters_behind(Afters *a, const Mem *mem) {
    for (int i = 0; i < a->after.n; i++) {
        After *e = &a->after.at[i];
        const unsigned char *now = e->same ? line_bytes(mem, e) : NULL;
        e->same = now != NULL;
        for (int w = 0; w < 32 && e->same; w++)
            if (e->words >> w & 1)
                e->same = !memcmp(e->was + 4 * w, now + 4 * w, 4);
    }
}

static bool overlaps(const After *e, uint64_t lo, uint64_t hi) {
    uint64_t at = e->line * LINE;
    if (hi <= at || lo >= at + LINE) return false;
    uint64_t from = lo > at ? (lo - at + 3) / 4 : 0;
    uint64_t to = hi < at + LINE ? (hi - at) / 4 : 32;
    if (from >= to) return false;
    uint32_t words = (to == 32 ? UINT32_MAX : (1u << to) - 1) &
                     ~(uint32_t)((1ull << from) - 1);
    return (e->words & words) != 0;
}

const After *after_meets(const Afters *a, int child, SimUse k, uint64_t lo,
                         uint64_t hi, const Gave **launch) {
    int number = a->after.n ? gave_number(a, child) : -1;
    if (number < 0) return NULL;
    *launch = &a->gave.at[number];
    for (int i = 0; i < a->after.n; i++) {
        const After *e = &a->after.at[i];
        if (k == SIM_USE_WRITE && e->same) continue;
        if (e->gave > number && e->block == (*launch)->block &&
            may_conflict(e->use, k) && overlaps(e, lo, hi))
            return e;
    }
    return NULL;
}
