// The limits of a device (cudaDeviceSetLimit), and its reset.
#include "sim/decode/code.h"
#include "sim/runtime/pool.h"

#include <string.h>

size_t device_limit(const Device *d, int limit) {
    // stack, printf, heap, sync depth, pending launches, L2 fetch, L2
    // persisting
    static const size_t usual[] = {1024, 8650752, 8 << 20, 2, 2048, 128, 0};
    return d->limits[limit] ? d->limits[limit] : usual[limit];
}

// As the documentation has it: what a kernel needs it gets, and what it got
// stays until the program sets the limit again.
size_t runtime_stack(Runtime *r, const Code *code) {
    Device *d = r->dev;
    size_t need = code->regs_exact ? (size_t)max_of(code->stack_bytes, 0) : 0;
    d->stack_grown = max_of(d->stack_grown, need);
    return max_of(device_limit(d, LIMIT_STACK), d->stack_grown);
}

void runtime_heap(Runtime *r) {
    r->dev->heap.most = device_limit(r->dev, LIMIT_HEAP);
}

// ---- starting anew

typedef struct Gone {
    Runtime *r;
    Device *dev;
    uint64_t at[256];
    int n;
} Gone;

static void take_alloc(void *ctx, const Alloc *a) {
    Gone *g = ctx;
    bool variable =
        a->kind == ALLOC_GLOBAL || a->kind == ALLOC_CONST || a->name;
    if (variable || a->device != (unsigned)g->dev->ordinal) return;
    if (g->n < (int)COUNT_OF(g->at)) g->at[g->n++] = a->lo;
}

static void end_stream(void *ctx, Handle *h) {
    Gone *g = ctx;
    SimStream *s = (SimStream *)h;
    if (s->device != g->dev || s == &g->dev->zero) return;
    job_release(s->last);
    s->last = NULL;
    handle_end(g->r, h);
}

static void end_event(void *ctx, Handle *h) {
    Gone *g = ctx;
    SimEvent *e = (SimEvent *)h;
    if (e->device != g->dev) return;
    job_release(e->job);
    e->job = NULL;
    handle_end(g->r, h);
}

void device_reset(Runtime *r) {
    Gone g = {.r = r, .dev = r->dev};
    do {
        g.n = 0;
        mem_each(r->mem, take_alloc, &g);
        for (int i = 0; i < g.n; i++)
            if (!mem_release(r->mem, g.at[i]))
                mem_unregister(r->mem, (void *)g.at[i]);
    } while (g.n);
    handle_each(HANDLE_STREAM, end_stream, &g);
    handle_each(HANDLE_EVENT, end_event, &g);
    pools_reset(r->dev->ordinal);
    r->dev->streams = NULL;
    r->dev->sticky = cudaSuccess;
    r->dev->peers = 0;
    r->thread->streams[r->dev->ordinal] = NULL;
    memset(r->dev->limits, 0, sizeof r->dev->limits);
    r->dev->stack_grown = 0;
    r->dev->heap = (KernelHeap){0};
    for (Kernel *k = r->kernels; k; k = k->next)
        k->set[r->dev->ordinal] = (struct KernelSet){0};
    for (Image *i = r->images; i; i = i->next) {
        // Variables begin anew as well.
        module_reset(i->on[r->dev->ordinal].module);
    }
}
