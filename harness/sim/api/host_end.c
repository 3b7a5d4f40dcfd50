#include "sim/api/host_end.h"

#include "sim/ptx/demangle.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/results.h"

#include <stdio.h>
#include <string.h>

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
// for what the library needs itself. What a graph has freed is none.
static void leak_alloc(void *ctx, const Alloc *a) {
    if (!a->made_at || a->name || a->idle) return;
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

// ---- constants that nothing has set

static bool names(const Operand *o, const Sym *var) {
    if (o->sym == var) return true;
    for (int i = 0; i < o->n; i++)
        if (names(&o->at[i], var)) return true;
    return false;
}

// Entries that ran; any may have called the other functions.
static bool has_run(Runtime *r, const PtxFunc *f) {
    const char *name = demangle(&r->arena, f->name);
    for (int i = 0; f->is_entry && i < r->nlaunches; i++)
        if (!strcmp(r->launches[i].kernel, name)) return true;
    return !f->is_entry;
}

static bool code_names(Runtime *r, const PtxModule *m, const Sym *var) {
    for (int i = 0; i < m->nfuncs; i++) {
        const PtxFunc *f = m->funcs[i];
        if (!has_run(r, f)) continue;
        for (int k = 0; k < f->nstmts; k++)
            for (int o = 0; o < f->stmts[k].nopnds; o++)
                if (names(&f->stmts[k].opnd[o], var)) return true;
    }
    return false;
}

// Kernels cannot write it, its declaration does not, and no call has named it.
static void constant_end(Runtime *r, const Variable *v, const PtxModule *m) {
    for (int i = 0; i < m->nvars; i++) {
        const Sym *s = m->vars[i];
        if (s->space != SPACE_CONST || s->init || s->is_extern ||
            strcmp(s->name, v->name) || !code_names(r, m, s))
            continue;
        SimTrap t = {.kind = SIM_TRAP_UNINITIALISED, .severity = SIM_CLUE};
        snprintf(t.message, sizeof t.message,
                 "`%.60s` is in constant memory, and nothing has set it: "
                 "kernels read 0 there.",
                 v->name);
        snprintf(t.hint, sizeof t.hint,
                 "cudaMemcpyToSymbol(%.60s, ...) before the launch sets it.",
                 v->name);
        runtime_trap(r, &t);
    }
}

static void constants_end(Runtime *r) {
    for (const Variable *v = r->variables; v; v = v->next) {
        const Module *m = v->image->on[r->dev->ordinal].module;
        if (!v->asked && !v->managed && m) constant_end(r, v, module_ptx(m));
    }
}

void host_end(Runtime *r) {
    Leaks all = {0};
    host_unasked(r);
    constants_end(r);
    if (!can_free(r)) return;
    results_end(r);
    mem_each(r->mem, leak_alloc, &all);
    handle_each(HANDLE_STREAM, leak_stream, &all);
    handle_each(HANDLE_EVENT, leak_event, &all);
    handle_each(HANDLE_GRAPH, leak_graph, &all);
    handle_each(HANDLE_EXEC, leak_exec, &all);
    for (int i = 0; i < all.n; i++)
        tell_leak(r, &all.at[i]);
}
