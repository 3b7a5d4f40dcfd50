#include "sim/api/host_end.h"

#include "sim/runtime/graph.h"

#include <stdio.h>

static void host_unasked(Runtime *r) {
    struct Unasked *u = &r->thread->unasked;
    if (!u->e || u->returned) return;
    SimTrap t = {.kind = SIM_TRAP_UNASKED,
                 .kernel = u->kernel,
                 .host_pc = host_place(u->caller)};
    snprintf(t.message, sizeof t.message,
             "This launch of %.120s failed (%s) and the program never asked: "
             "the kernel did not run.",
             u->kernel, cudaGetErrorName(u->e));
    snprintf(t.hint, sizeof t.hint,
             "A launch returns nothing. Check cudaGetLastError() right after "
             "it.");
    runtime_trap(r, &t);
    u->e = cudaSuccess;
}

// ---- what is never freed

typedef struct Leak {
    uint64_t place;
    uint64_t bytes;
    int n;
    const char *what, *cure;
} Leak;

typedef struct Leaks {
    Leak at[64];
    int n;
} Leaks;

static void leak(Leaks *l, uint64_t place, uint64_t bytes, const char *what,
                 const char *cure) {
    Leak *found = NULL;
    for (int i = 0; i < l->n && !found; i++)
        if (l->at[i].place == place && l->at[i].what == what) found = &l->at[i];
    if (!found && l->n == (int)COUNT_OF(l->at)) return;
    if (!found) {
        found = &l->at[l->n++];
        *found = (Leak){.place = place, .what = what, .cure = cure};
    }
    found->bytes += bytes;
    found->n++;
}

// Only what the program's own calls allocated: made_at is 0 for variables and
// for what the library needs itself.
static void leak_alloc(void *ctx, const Alloc *a) {
    if (!a->made_at || a->name) return;
    bool pinned = a->kind == ALLOC_PINNED;
    leak(ctx, a->made_at, a->hi - a->lo, pinned ? "pinned memory" : "memory",
         pinned ? "cudaFreeHost" : "cudaFree");
}

static void leak_stream(void *ctx, Handle *h) {
    uint64_t place = host_place(h->made_at);
    if (place && ((SimStream *)h)->id > 1)
        leak(ctx, place, 0, "a stream", "cudaStreamDestroy");
}

static void leak_event(void *ctx, Handle *h) {
    uint64_t place = host_place(h->made_at);
    if (place) leak(ctx, place, 0, "an event", "cudaEventDestroy");
}

// Not those that a node or an executable graph owns.
static void leak_graph(void *ctx, Handle *h) {
    const SimGraph *g = (const SimGraph *)h;
    uint64_t place = host_place(h->made_at);
    if (place && !g->owner && !g->of_exec)
        leak(ctx, place, 0, "a graph", "cudaGraphDestroy");
}

static void leak_exec(void *ctx, Handle *h) {
    uint64_t place = host_place(h->made_at);
    if (place)
        leak(ctx, place, 0, "an executable graph", "cudaGraphExecDestroy");
}

static void tell_leak(Runtime *r, const Leak *l) {
    SimTrap t = {.kind = SIM_TRAP_LEAK,
                 .host_pc = l->place,
                 .alloc_bytes = l->bytes,
                 .severity = SIM_NOTE,
                 .count = (uint64_t)l->n};
    snprintf(t.message, sizeof t.message, "%c%s %s here was never %s.",
             *l->what - 32, l->what + 1, l->bytes ? "allocated" : "made",
             l->bytes ? "freed" : "destroyed");
    snprintf(t.hint, sizeof t.hint,
             "The system takes it back when the program ends; %s gives it "
             "back when it is no longer needed.",
             l->cure);
    runtime_trap(r, &t);
}

// After a trap no call frees anything: a program that tried has not forgotten.
static bool can_free(const Runtime *r) {
    for (int i = 0; i < r->ndevices; i++)
        if (r->devices[i].sticky) return false;
    return true;
}

void host_end(Runtime *r) {
    Leaks all = {0};
    host_unasked(r);
    if (!can_free(r)) return;
    mem_each(r->mem, leak_alloc, &all);
    handle_each(HANDLE_STREAM, leak_stream, &all);
    handle_each(HANDLE_EVENT, leak_event, &all);
    handle_each(HANDLE_GRAPH, leak_graph, &all);
    handle_each(HANDLE_EXEC, leak_exec, &all);
    for (int i = 0; i < all.n; i++)
        tell_leak(r, &all.at[i]);
}
