// Work that kernels give their device (core/child.h), when their grid has
// ended.
//
//   host's grid --+-- child -- its children --+-- tail launches -- what follows
//                 +-- child ------------------+   in the host's stream
//                 +-- child: same block, same stream: after the one before
//
// It is executed in the order of the calls. On the timeline, children of
// different blocks or streams overlap, and all begin when the grid ends.
#include "sim/check/after.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/sibling.h"

#include "sim/ptx/demangle.h"

#include "base/heap.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>

typedef struct Lane { // of the timeline: a stream of a block
    uint64_t block, stream;
    Job *last;
} Lane;

typedef struct Giving {
    Runtime *r;
    const KernelTask *parent;
    SimStream *s;
    Job *begin; // the grid has ended
    struct {
        Lane *at;
        int n, cap;
    } lanes;
    JobList all;
    int depth;
    // who races with whom: what the parent used after its launches
    Afters afters;
    int child; // of the list that runs now; -1: it comes after the parent
    const struct Giving *up; // whose child the parent is
    Siblings *siblings;      // NULL: they are not looked at
} Giving;

// The list that is being worked on, the innermost.
static const Giving *innermost;

static void children_free(Runtime *r, Children *list) {
    for (int i = 0; i < list->n; i++) {
        heap_free(list->at[i].params);
        // Of a launch that the kernel has begun and not made.
        if (list->at[i].buffer) mem_release(r->mem, list->at[i].buffer);
    }
    vec_free(list);
}

// ---- races with parents

typedef struct Using {
    const Giving *g;
    const char *name; // of the child, as a sentence begins
    SimUse use;
    uint64_t lo, hi;
} Using;

static const char *verb_of(SimUse k) {
    return k == SIM_USE_READ    ? "reads"
           : k == SIM_USE_WRITE ? "writes"
                                : "updates";
}

static void tell_race(const Using *u, const Giving *g, const After *e,
                      const Gave *launch) {
    uint64_t from = e->line * 128 > u->lo ? e->line * 128 : u->lo;
    SimTrap t = {.kind = SIM_TRAP_GLOBAL_RACE,
                 .address = from,
                 .space = "global",
                 .access = e->use == SIM_USE_READ ? "read" : "write",
                 .file = e->loc.file,
                 .line = e->loc.line,
                 .other_file = launch->loc.file,
                 .other_line = launch->loc.line,
                 .kernel = demangle(&g->r->arena, g->parent->kernel->name)};
    const char *parent = t.kernel;
    snprintf(t.message, sizeof t.message,
             "`%.*s` %s what %s that it has launched before %s, and nothing "
             "makes either wait: children may run at any time from their "
             "launch on.",
             (int)strcspn(parent, "(<"), parent, verb_of(e->use), u->name,
             verb_of(u->use));
    snprintf(t.hint, sizeof t.hint,
             e->use == SIM_USE_READ
                 ? "A grid cannot wait for its children: do what needs their "
                   "results in a kernel that it launches into "
                   "cudaStreamTailLaunch."
                 : "Write before the launch: a child sees what its parent's "
                   "thread wrote until then.");
    runtime_trap(g->r, &t);
}

// One report for a child and a parent.
static void meet_parents(void *ctx, SimUse k, uint64_t lo, uint64_t hi) {
    Using *u = ctx;
    const Gave *launch;
    u->use = k;
    u->lo = lo;
    u->hi = hi;
    for (const Giving *g = u->g; g; g = g->up) {
        if (g->child < 0) continue;
        const After *e = after_meets(&g->afters, g->child, k, lo, hi, &launch);
        if (!e) continue;
        tell_race(u, g, e, launch);
        ((Giving *)g)->child = -1;
        return;
    }
}

static bool may_race(const Giving *g) {
    for (; g; g = g->up)
        if (g->child >= 0 && g->afters.after.n) return true;
    return false;
}

// ---- races with siblings

// A use by a child is one by each of those that it descends from.
static void used(const Giving *g, SimUse k, uint64_t lo, uint64_t hi) {
    for (; g; g = g->up)
        if (g->siblings) sibling_uses(g->siblings, k, lo, hi);
}

static bool is_watched(const Giving *g) {
    for (; g; g = g->up)
        if (g->siblings) return true;
    return false;
}

static void kernel_used(void *ctx, SimUse k, uint64_t lo, uint64_t hi) {
    used(ctx, k, lo, hi);
}

// Are there children of two streams, and no events between them?
static bool has_siblings(const Runtime *r, const KernelTask *k,
                         const Children *list) {
    const PtxModule *m =
        module_ptx(k->kernel->image->on[r->dev->ordinal].module);
    for (int i = 0; i < m->nfuncs; i++)
        if (!strncmp(m->funcs[i]->name, "__cudaCDP2StreamWaitEvent", 25))
            return false;
    for (int i = 1; i < list->n; i++) {
        const Child *a = &list->at[0], *b = &list->at[i];
        if (a->stream != b->stream || a->block != b->block ||
            a->stream == CHILD_FREE)
            return true;
    }
    return false;
}

static SrcLoc launched_at(const Giving *g, int child) {
    for (int i = 0; i < g->afters.gave.n; i++)
        if (g->afters.gave.at[i].child == child)
            return g->afters.gave.at[i].loc;
    return (SrcLoc){.file = ""};
}

static const char *child_name(const Giving *g, const Child *c, char *out,
                              size_t n) {
    const char *plain = "";
    if (c->kind == CHILD_KERNEL) plain = demangle(&g->r->arena, c->func->name);
    if (c->kind == CHILD_KERNEL)
        snprintf(out, n, "the kernel `%.*s`", (int)strcspn(plain, "(<"), plain);
    else
        snprintf(out, n, "%s", c->kind == CHILD_COPY ? "a copy" : "a memset");
    return out;
}

// ---- kernels, copies, fills

// The kernel of this name among those that the program has registered, so that
// what the host has set of it counts; else one of its own.
static Kernel *kernel_named(Runtime *r, Image *image, const char *name) {
    for (Kernel *k = r->kernels; k; k = k->next)
        if (k->image == image && !strcmp(k->name, name)) return k;
    Kernel *k = heap_new(1, sizeof *k);
    *k = (Kernel){.image = image, .name = name, .next = r->kernels};
    r->kernels = k;
    return k;
}

static void run_kernel(const Giving *g, Child *c, SimStream *s) {
    Runtime *r = g->r;
    KernelTask k = {
        .kernel = kernel_named(r, g->parent->kernel->image, c->func->name),
        .grid = {c->grid[0], c->grid[1], c->grid[2]},
        .block = {c->threads[0], c->threads[1], c->threads[2]},
        .shared = c->shared,
        .depth = g->depth,
        .params = c->params,
        .nparams = c->nparams};
    Children given = {0};
    if (launch_check(r, &k) != cudaSuccess) return;
    for (const Giving *up = g; up; up = up->up)
        afters_before((Afters *)&up->afters, r->mem);
    launch_execute(r, &k, s, &given);
    if (may_race(g)) {
        for (const Giving *up = g; up; up = up->up)
            afters_behind((Afters *)&up->afters, r->mem);
        char name[96];
        const char *plain = demangle(&r->arena, k.kernel->name);
        snprintf(name, sizeof name, "the kernel `%.*s`",
                 (int)strcspn(plain, "(<"), plain);
        Using u = {.g = g, .name = name};
        shadow_touched(mem_shadow(r->mem), meet_parents, &u);
    }
    if (is_watched(g))
        shadow_touched(mem_shadow(r->mem), kernel_used, (void *)g);
    children_execute(r, &k, &given, s);
}

static void run_child(const Giving *g, Child *c, SimStream *s) {
    void *to = (void *)(uintptr_t)c->to, *from = (void *)(uintptr_t)c->from;
    Using u = {.g = g, .name = c->kind == CHILD_COPY ? "a copy" : "a memset"};
    bool moves = c->kind == CHILD_COPY || c->kind == CHILD_FILL;
    if (moves && may_race(g)) {
        meet_parents(&u, SIM_USE_WRITE, c->to, c->to + c->bytes);
        if (c->kind == CHILD_COPY)
            meet_parents(&u, SIM_USE_READ, c->from, c->from + c->bytes);
    }
    if (moves) used(g, SIM_USE_WRITE, c->to, c->to + c->bytes);
    if (c->kind == CHILD_COPY)
        used(g, SIM_USE_READ, c->from, c->from + c->bytes);
    Task t;
    switch (c->kind) {
    case CHILD_KERNEL: run_kernel(g, c, s); break;
    case CHILD_COPY:
        t = task_copy(to, from, c->bytes, COPY_DEFAULT);
        if (!copy_check(g->r, &t.copy)) copy_execute(g->r, &t.copy, s);
        break;
    case CHILD_FILL:
        t = task_fill(to, (int)c->value, c->bytes);
        if (!fill_check(g->r, &t.fill)) fill_execute(g->r, &t.fill, s);
        break;
    case CHILD_CONDITION: condition_set(g->r, c->to, c->value); break;
    }
}

// Its place on the timeline: after the last of its block's stream.
static Lane *lane_for(Giving *g, const Child *c) {
    for (int i = 0; i < g->lanes.n && c->stream != CHILD_FREE; i++) {
        Lane *l = &g->lanes.at[i];
        bool own = c->stream >= CHILD_FIRST_STREAM; // of the whole grid
        if (l->stream == c->stream && (own || l->block == c->block)) return l;
    }
    Lane l = {c->block, c->stream, g->begin};
    vec_push(&g->lanes, l);
    return &g->lanes.at[g->lanes.n - 1];
}

static void run_on_lane(Giving *g, Child *c) {
    Lane *l = lane_for(g, c);
    SimStream own = *g->s;
    JobList after = {0};
    vec_push(&after, l->last);
    own.blocking = false;
    own.in_graph = true;
    own.last = NULL;
    own.begins = after;
    char name[96];
    if (g->siblings)
        sibling_begin(g->siblings, g->r, (int)(l - g->lanes.at),
                      child_name(g, c, name, sizeof name),
                      launched_at(g, g->child));
    run_child(g, c, &own);
    if (g->siblings)
        sibling_end(g->siblings, g->r,
                    demangle(&g->r->arena, g->parent->kernel->name));
    if (!own.last) stream_mark(g->r, &own, 0);
    l->last = own.last;
    vec_push(&g->all, own.last);
    vec_free(&own.begins);
}

static void run_list(Giving *g, Children *list, bool tail) {
    for (int i = 0; i < list->n && !g->r->dev->sticky; i++) {
        Child *c = &list->at[i];
        bool is_tail = c->kind == CHILD_KERNEL && c->stream == CHILD_TAIL;
        g->child = tail ? -1 : i;
        if (c->is_due && is_tail == tail) run_on_lane(g, c);
    }
    if (g->all.n) stream_join(g->r, g->s, &g->all);
    for (int i = 0; i < g->all.n; i++)
        job_release(g->all.at[i]);
    vec_free(&g->all);
    vec_free(&g->lanes);
    g->all = (JobList){0};
}

void children_execute(Runtime *r, const KernelTask *k, Children *list,
                      SimStream *s) {
    if (list->n && !r->dev->sticky) {
        Giving g = {.r = r,
                    .parent = k,
                    .s = s,
                    .depth = k->depth + 1,
                    .afters = shadow_take_afters(mem_shadow(r->mem)),
                    .up = innermost};
        innermost = &g;
        g.begin = job_hold(stream_mark(r, s, 0));
        if (has_siblings(r, k, list))
            g.siblings = heap_new(1, sizeof *g.siblings);
        run_list(&g, list, false);
        if (g.siblings) siblings_free(g.siblings);
        heap_free(g.siblings);
        g.siblings = NULL;
        job_release(g.begin);
        g.begin = job_hold(stream_mark(r, s, 0));
        run_list(&g, list, true);
        job_release(g.begin);
        innermost = g.up;
        afters_free(&g.afters);
    }
    children_free(r, list);
}
