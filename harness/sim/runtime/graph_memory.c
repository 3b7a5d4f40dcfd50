// Memory that nodes of graphs allocate: how much of it is in use.
//
// Its addresses are given when the node is made (run.c), but it is in use only
// from a launch of the node on, until it is freed in a graph or outside. Freed
// memory stays reserved until the program trims it, in pieces of 32 MiB.
#include "sim/runtime/graph.h"

#include "base/heap.h"
#include "base/vec.h"

typedef struct GraphAlloc {
    uint64_t p, bytes;
    int device;
    bool launched;
} GraphAlloc;

struct GraphMemory {
    GraphAlloc *at;
    int n, cap;
    GraphMemoryUse of[DEVICES_MOST];
};

static GraphAlloc *alloc_at(const struct GraphMemory *m, uint64_t p) {
    for (int i = 0; m && i < m->n; i++)
        if (m->at[i].p == p) return &m->at[i];
    return NULL;
}

static uint64_t in_use(const Runtime *r, int device) {
    const struct GraphMemory *m = r->graph_memory;
    uint64_t sum = 0;
    for (int i = 0; m && i < m->n; i++) {
        const GraphAlloc *g = &m->at[i];
        const Alloc *a =
            g->launched && g->device == device ? mem_find(r->mem, g->p) : NULL;
        if (a && a->lo == g->p && !a->idle) sum += g->bytes;
    }
    return sum;
}

static uint64_t in_pieces(uint64_t bytes) {
    enum { PIECE = 32 << 20 };
    return (bytes + PIECE - 1) / PIECE * PIECE;
}

void graph_memory_launched(Runtime *r, uint64_t p, uint64_t bytes) {
    if (!r->graph_memory)
        r->graph_memory = heap_new(1, sizeof *r->graph_memory);
    GraphAlloc fresh = {p, bytes, r->dev->ordinal, true};
    if (!alloc_at(r->graph_memory, p)) vec_push(r->graph_memory, fresh);
    GraphMemoryUse *u = graph_memory_use(r, r->dev->ordinal);
    u->used_high = max_of(u->used_high, u->used);
    u->reserved = max_of(u->reserved, in_pieces(u->used));
    u->reserved_high = max_of(u->reserved_high, u->reserved);
}

GraphMemoryUse *graph_memory_use(Runtime *r, int device) {
    static GraphMemoryUse none;
    if (!r->graph_memory) return &none;
    GraphMemoryUse *u = &r->graph_memory->of[device];
    u->used = in_use(r, device);
    return u;
}
