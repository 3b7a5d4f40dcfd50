// Work that kernels give their device (core/child.h), when their grid has
// ended.
//
//   host's grid --+-- child -- its children --+-- tail launches -- what follows
//                 +-- child ------------------+   in the host's stream
//                 +-- child: same block, same stream: after the one before
//
// It is executed in the order of the calls. On the timeline, children of
// different blocks or streams overlap, and all begin when the grid ends.
#include "sim/runtime/clock.h"
#include "sim/runtime/graph.h"

#include "base/heap.h"
#include "base/vec.h"

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
} Giving;

static void children_free(Runtime *r, Children *list) {
    for (int i = 0; i < list->n; i++) {
        heap_free(list->at[i].params);
        // Of a launch that the kernel has begun and not made.
        if (list->at[i].buffer) mem_release(r->mem, list->at[i].buffer);
    }
    vec_free(list);
}

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
    launch_execute(r, &k, s, &given);
    children_execute(r, &k, &given, s);
}

static void run_child(const Giving *g, Child *c, SimStream *s) {
    void *to = (void *)(uintptr_t)c->to, *from = (void *)(uintptr_t)c->from;
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
    run_child(g, c, &own);
    if (!own.last) stream_mark(g->r, &own, 0);
    l->last = own.last;
    vec_push(&g->all, own.last);
    vec_free(&own.begins);
}

static void run_list(Giving *g, Children *list, bool tail) {
    for (int i = 0; i < list->n && !g->r->dev->sticky; i++) {
        Child *c = &list->at[i];
        bool is_tail = c->kind == CHILD_KERNEL && c->stream == CHILD_TAIL;
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
        Giving g = {.r = r, .parent = k, .s = s, .depth = k->depth + 1};
        g.begin = job_hold(stream_mark(r, s, 0));
        run_list(&g, list, false);
        job_release(g.begin);
        g.begin = job_hold(stream_mark(r, s, 0));
        run_list(&g, list, true);
        job_release(g.begin);
    }
    children_free(r, list);
}
