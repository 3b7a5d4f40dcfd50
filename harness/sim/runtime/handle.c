// A table of the objects that programs hold pointers to: streams, events,
// graphs, nodes.
//
// A table of all that were ever made, by address. Destroyed objects stay in it,
// so that their use can be told from that of a wrong pointer.
#include "sim/runtime/runtime.h"

#include <string.h>

enum { BUCKETS = 1024 };

static Handle *buckets[BUCKETS];

static Handle **bucket_of(const void *p) {
    return &buckets[((uintptr_t)p >> 4) * 0x9e3779b97f4a7c15u >> 54];
}

void handle_add(Runtime *r, Handle *h, HandleKind kind) {
    Handle **b = bucket_of(h);
    h->kind = kind;
    h->dead = false;
    h->made_at = r->thread->caller;
    h->next = *b;
    *b = h;
}

static const char *const kind_text[HANDLE_KINDS] = {
    [HANDLE_STREAM] = "stream",
    [HANDLE_EVENT] = "event",
    [HANDLE_GRAPH] = "graph",
    [HANDLE_NODE] = "graph node",
    [HANDLE_EXEC] = "executable graph",
    [HANDLE_CONTEXT] = "context",
    [HANDLE_MODULE] = "module",
    [HANDLE_LIBRARY] = "library",
    [HANDLE_LINK] = "link",
    [HANDLE_MEMORY] = "memory",
};

static void tell_dead(Runtime *r, const Handle *h) {
    const char *what = kind_text[h->kind];
    host_note(r, SIM_TRAP_DEAD_HANDLE,
              "Destroy it after its last use: at the end, usually.",
              "The program uses %s %s that it has destroyed",
              strchr("aeiou", *what) ? "an" : "a", what);
    r->traps[r->ntraps - 1].other_pc = host_place(h->ended_at);
}

void *handle_find(Runtime *r, const void *p, HandleKind kind) {
    for (Handle *h = *bucket_of(p); h; h = h->next) {
        if ((const void *)h != p || h->kind != kind) continue;
        if (!h->dead) return h;
        tell_dead(r, h);
        return NULL;
    }
    return NULL;
}

void handle_end(Runtime *r, Handle *h) {
    h->dead = true;
    h->ended_at = r->thread->caller;
}

void handle_each(HandleKind kind, void (*fn)(void *ctx, Handle *h), void *ctx) {
    for (int i = 0; i < BUCKETS; i++)
        for (Handle *h = buckets[i]; h; h = h->next)
            if (h->kind == kind && !h->dead) fn(ctx, h);
}
