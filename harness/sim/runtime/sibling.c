#include "sim/runtime/sibling.h"

#include "base/vec.h"

#include <stdio.h>
#include <string.h>

static void sibling_free(Sibling *x) {
    for (SimUse k = 0; k < SIM_USES; k++)
        vec_free(&x->uses[k]);
}

void siblings_free(Siblings *s) {
    for (uint64_t i = 0; i < min_of(s->n, (uint64_t)SIBLINGS); i++)
        sibling_free(&s->at[i]);
    sibling_free(&s->now);
}

void sibling_begin(Siblings *s, const Runtime *r, int lane, const char *name,
                   SrcLoc loc) {
    s->now = (Sibling){.lane = lane, .loc = loc, .serial = mem_serial(r->mem)};
    snprintf(s->now.name, sizeof s->now.name, "%s", name);
    s->runs = true;
}

void sibling_uses(Siblings *s, SimUse k, uint64_t lo, uint64_t hi) {
    if (s->runs) ranges_add(&s->now.uses[k], lo, hi);
}

// The values that it has written, unless they are too many.
static void digest(const Runtime *r, Sibling *x) {
    enum { BYTES_MOST = 1 << 20 };
    Ranges *w = &x->uses[SIM_USE_WRITE];
    uint64_t bytes = 0;
    for (int i = 0; i < w->n; i++) {
        Range *g = &w->at[i];
        bytes += g->hi - g->lo;
        if (bytes > BYTES_MOST || !mem_find(r->mem, g->lo)) return;
        g->digest =
            range_digest(mem_bytes(r->mem, g->lo), (size_t)(g->hi - g->lo));
    }
}

// Memory that one of them allocated for itself is another one's later.
static bool was_there(const Runtime *r, const Sibling *first, uint64_t p) {
    const Alloc *a = mem_find(r->mem, p);
    return a && a->serial <= first->serial;
}

static bool meets(const Runtime *r, const Sibling *first, const Sibling *now,
                  SimUse *was, SimUse *k, Range *both) {
    for (*was = 0; *was < SIM_USES; ++*was)
        for (*k = 0; *k < SIM_USES; ++*k) {
            bool writes = *was == SIM_USE_WRITE || *k == SIM_USE_WRITE;
            bool same = *was == *k;
            uint64_t at = 0;
            while (writes &&
                   ranges_meet(&first->uses[*was], &now->uses[*k], &at, both))
                if (was_there(r, first, both->lo) && !(same && both->digest))
                    return true;
        }
    return false;
}

static const char *verb_of_use(SimUse k) {
    return k == SIM_USE_READ    ? "reads"
           : k == SIM_USE_WRITE ? "writes"
                                : "updates";
}

static void tell_siblings(Runtime *r, const Sibling *first, const Sibling *now,
                          const char *parent, SimUse was, SimUse k,
                          const Range *both) {
    const Alloc *a = mem_find(r->mem, both->lo);
    SimTrap t = {.kind = SIM_TRAP_GLOBAL_RACE,
                 .address = both->lo,
                 .space = "global",
                 .access = k == SIM_USE_READ ? "read" : "write",
                 .file = now->loc.file,
                 .line = now->loc.line,
                 .other_file = first->loc.file,
                 .other_line = first->loc.line,
                 .kernel = parent};
    if (a) {
        t.alloc_lo = a->lo;
        t.alloc_bytes = a->hi - a->lo;
        t.alloc_pc = a->made_at;
    }
    snprintf(t.message, sizeof t.message,
             "%c%s, launched here, %s what %s of line %d %s, and nothing makes "
             "either wait: they are in two streams, and may run at once.",
             *now->name - 32, now->name + 1, verb_of_use(k), first->name,
             first->loc.line, verb_of_use(was));
    snprintf(t.hint, sizeof t.hint,
             "Launch both into one stream, or the second from a kernel in "
             "cudaStreamTailLaunch. Each block has a NULL stream of its own.");
    runtime_trap(r, &t);
}

void sibling_end(Siblings *s, Runtime *r, const char *parent) {
    SimUse was, k;
    Range both;
    if (!s->runs) return;
    s->runs = false;
    for (k = 0; k < SIM_USES; k++)
        ranges_close(&s->now.uses[k]);
    digest(r, &s->now);
    uint64_t first = s->n > SIBLINGS ? s->n - SIBLINGS : 0;
    for (uint64_t i = s->n; i-- > first;) {
        const Sibling *x = &s->at[i % SIBLINGS];
        if (x->lane == s->now.lane || !meets(r, x, &s->now, &was, &k, &both))
            continue;
        tell_siblings(r, x, &s->now, parent, was, k, &both);
        break;
    }
    Sibling *at = &s->at[s->n++ % SIBLINGS];
    if (s->n > SIBLINGS) sibling_free(at);
    *at = s->now;
    s->now = (Sibling){0};
}
