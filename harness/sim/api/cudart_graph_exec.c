// Graphs of the CUDA runtime that can be launched: made, updated, launched.
#include "sim/runtime/clock.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/piece.h"

#include "base/heap.h"
#include "base/vec.h"

#include <string.h>

static SimGraphExec *exec_of(Runtime *r, CudaExec x) {
    return handle_find(r, x, HANDLE_EXEC);
}

// ---- making and ending

static CudaError instantiate(Runtime *r, CudaExec *out, CudaGraph p,
                             unsigned long long flags) {
    const SimGraph *g = handle_find(r, p, HANDLE_GRAPH);
    if (!g || !out) return cudaErrorInvalidValue;
    SimGraphExec *x = heap_new(1, sizeof *x);
    x->graph = graph_clone(r, g);
    x->graph->of_exec = true;
    x->flags = flags;
    if (!graph_order(x->graph, &x->order)) { // it has a cycle
        graph_end(r, x->graph);
        heap_free(x);
        return cudaErrorInvalidValue;
    }
    handle_add(r, &x->handle, HANDLE_EXEC);
    pieces_start(r);
    *out = x;
    return cudaSuccess;
}

// Before 12 the third parameter is where to put a node that failed, not flags.
CudaError cudaGraphInstantiate(CudaExec *out, CudaGraph g,
                               unsigned long long flags) {
    CALLED();
    ENTER();
    if (runtime_made_by(r) < 12000) {
        if (flags) *(CudaNode *)(uintptr_t)flags = NULL;
        flags = 0;
    }
    return runtime_leave(r, instantiate(r, out, g, flags));
}

CudaError cudaGraphInstantiateWithFlags(CudaExec *out, CudaGraph g,
                                        unsigned long long flags) {
    CALLED();
    ENTER();
    return runtime_leave(r, instantiate(r, out, g, flags));
}

CudaError cudaGraphInstantiateWithParams(CudaExec *out, CudaGraph g,
                                         InstantiateParams *p) {
    enum { SUCCESS, ERROR };
    CALLED();
    ENTER();
    if (!p) return runtime_leave(r, cudaErrorInvalidValue);
    CudaError e = instantiate(r, out, g, p->flags);
    p->failed = NULL;
    p->result = e ? ERROR : SUCCESS;
    return runtime_leave(r, e);
}

CudaError cudaGraphExecGetFlags(CudaExec p, unsigned long long *flags) {
    CALLED();
    ENTER();
    const SimGraphExec *x = exec_of(r, p);
    if (!x || !flags) return runtime_leave(r, cudaErrorInvalidValue);
    *flags = x->flags;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphExecDestroy(CudaExec p) {
    CALLED();
    ENTER();
    SimGraphExec *x = exec_of(r, p);
    if (!x) return runtime_leave(r, cudaErrorInvalidValue);
    graph_end(r, x->graph);
    vec_free(&x->order);
    handle_end(r, &x->handle);
    return runtime_leave(r, cudaSuccess);
}

// ---- launching

CudaError cudaGraphUpload(CudaExec p, CudaStream s) {
    CALLED();
    ENTER();
    bool ok = exec_of(r, p) && runtime_stream(r, s);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// In a capture the launch becomes a child.
static CudaError launch(Runtime *r, SimGraphExec *x, SimStream *s) {
    CudaError e = cudaSuccess;
    if (s->capture) {
        Task task = {.kind = TASK_CHILD, .child = graph_clone(r, x->graph)};
        const SimNode *n = capture_add(r, s, &task, &e);
        task.child->owner = n ? n->graph : NULL;
        if (!n) graph_end(r, task.child);
        return e;
    }
    if (s == &s->device->zero) e = capture_forbids(r, true);
    if (e) return e;
    clock_spend(r, spend_us(SPEND_GRAPH) + x->order.n * spend_us(SPEND_NODE));
    // One launch of it waits for the one before, in whatever stream.
    stream_knows(r, s, &x->done);
    graph_conditions_begin(r, x->graph);
    e = nodes_execute(r, &x->order, s);
    x->done = s->done;
    return e;
}

CudaError cudaGraphLaunch(CudaExec p, CudaStream stream) {
    CALLED();
    ENTER();
    SimGraphExec *x = exec_of(r, p);
    SimStream *s = runtime_stream(r, stream);
    CudaError before = r->dev->sticky;
    if (!x || !s) return runtime_leave(r, cudaErrorInvalidValue);
    if (before) return runtime_leave(r, before);
    CudaError e = launch(r, x, s);
    if (r->dev->sticky == e) e = cudaSuccess; // it shows later, as of a launch
    if (e) runtime_failed(e);
    return runtime_leave_alive(r, e);
}

// ---- updating

enum {
    UPDATE_SUCCESS,
    UPDATE_ERROR,
    UPDATE_TOPOLOGY_CHANGED,
    UPDATE_TYPE_CHANGED,
    UPDATE_FUNCTION_CHANGED,
    UPDATE_PARAMETERS_CHANGED,
};

static bool same_edges(const SimNode *a, const SimNode *b) {
    if (a->before.n != b->before.n) return false;
    for (int i = 0; i < a->before.n; i++) {
        bool found = false;
        for (int k = 0; k < b->before.n && !found; k++)
            found = a->before.at[i]->index == b->before.at[k]->index;
        if (!found) return false;
    }
    return true;
}

// Shapes of copies and fills stay one-dimensional or as they are.
static bool same_shape(const Extent *a, const Extent *b) {
    if (a->height == 1 && a->depth == 1) return b->height == 1 && b->depth == 1;
    return a->width == b->width && a->height == b->height &&
           a->depth == b->depth;
}

static bool may_become(const Task *a, const Task *b) {
    switch (a->kind) {
    case TASK_KERNEL:
        return a->device == b->device &&
               a->kernel.cooperative == b->kernel.cooperative;
    case TASK_COPY: return same_shape(&a->copy.extent, &b->copy.extent);
    case TASK_FILL: return same_shape(&a->fill.extent, &b->fill.extent);
    case TASK_ALLOC:
    case TASK_FREE: return a->mem.p == b->mem.p;
    case TASK_CONDITION:
        return a->condition.handle == b->condition.handle &&
               a->condition.type == b->condition.type &&
               a->condition.n == b->condition.n;
    default: return true;
    }
}

static int difference(const SimGraph *have, const SimGraph *want,
                      ExecUpdateInfo *info) {
    if (have->nodes.n != want->nodes.n) return UPDATE_TOPOLOGY_CHANGED;
    for (int i = 0; i < have->nodes.n; i++) {
        SimNode *a = have->nodes.at[i], *b = want->nodes.at[i];
        info->node = b;
        if (a->task.kind != b->task.kind) return UPDATE_TYPE_CHANGED;
        if (!same_edges(a, b)) return UPDATE_TOPOLOGY_CHANGED;
        if (!may_become(&a->task, &b->task)) return UPDATE_PARAMETERS_CHANGED;
        for (int k = 0; k < task_ngraphs(&a->task); k++) {
            int inner = difference(task_graphs(&a->task)[k],
                                   task_graphs(&b->task)[k], info);
            if (inner) return inner;
        }
    }
    info->node = NULL;
    return UPDATE_SUCCESS;
}

static void take_over(SimGraph *to, const SimGraph *from) {
    for (int i = 0; i < to->nodes.n; i++) {
        SimNode *a = to->nodes.at[i];
        SimNode *b = from->nodes.at[i];
        int inner = task_ngraphs(&a->task);
        for (int k = 0; k < inner; k++)
            take_over(task_graphs(&a->task)[k], task_graphs(&b->task)[k]);
        if (inner) continue;
        task_fini(&a->task);
        a->task = task_dup(&b->task);
    }
}

// Before 12 where to put the node and the result are two parameters.
CudaError cudaGraphExecUpdate(CudaExec p, CudaGraph g, void *out, int *result) {
    CALLED();
    ENTER();
    SimGraphExec *x = exec_of(r, p);
    const SimGraph *want = handle_find(r, g, HANDLE_GRAPH);
    ExecUpdateInfo info = {0};
    if (!x || !want) return runtime_leave(r, cudaErrorInvalidValue);
    info.result = difference(x->graph, want, &info);
    if (!info.result) take_over(x->graph, want);
    if (runtime_made_by(r) < 12000) {
        if (out) *(CudaNode *)out = info.node;
        if (result) *result = info.result;
    } else if (out) {
        memcpy(out, &info, sizeof info);
    }
    return runtime_leave(r, info.result ? cudaErrorGraphExecUpdateFailure
                                        : cudaSuccess);
}

static CudaError set_child(CudaExec p, CudaNode node, CudaGraph g) {
    ENTER();
    SimGraphExec *x = exec_of(r, p);
    const SimGraph *want = handle_find(r, g, HANDLE_GRAPH);
    SimNode *n = x ? graph_copy_of(x->graph, node) : NULL;
    ExecUpdateInfo info = {0};
    if (!n || !want || n->task.kind != TASK_CHILD ||
        difference(n->task.child, want, &info))
        return runtime_leave(r, cudaErrorInvalidValue);
    take_over(n->task.child, want);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphExecChildGraphNodeSetParams(CudaExec x, CudaNode n,
                                               CudaGraph g) {
    CALLED();
    return set_child(x, n, g);
}

// Only what does something can be switched off.
static SimNode *node_to_switch(Runtime *r, CudaExec p, CudaNode node) {
    const SimGraphExec *x = exec_of(r, p);
    SimNode *n = x ? graph_copy_of(x->graph, node) : NULL;
    return n && n->task.kind <= TASK_FILL ? n : NULL;
}

CudaError cudaGraphNodeSetEnabled(CudaExec x, CudaNode node, unsigned on) {
    CALLED();
    ENTER();
    SimNode *n = node_to_switch(r, x, node);
    if (n) n->disabled = !on;
    return runtime_leave(r, n ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaGraphNodeGetEnabled(CudaExec x, CudaNode node, unsigned *on) {
    CALLED();
    ENTER();
    const SimNode *n = node_to_switch(r, x, node);
    if (!n || !on) return runtime_leave(r, cudaErrorInvalidValue);
    *on = !n->disabled;
    return runtime_leave(r, cudaSuccess);
}

// ---- memory of graphs

CudaError cudaDeviceGraphMemTrim(int device) {
    CALLED();
    ENTER();
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    GraphMemoryUse *u = graph_memory_use(r, device);
    u->reserved = u->used;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceGetGraphMemAttribute(int device, int which, void *value) {
    CALLED();
    ENTER();
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    if (which < 0 || which > 3 || !value)
        return runtime_leave(r, cudaErrorInvalidValue);
    memcpy(value, &graph_memory_use(r, device)->used + which, sizeof(uint64_t));
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceSetGraphMemAttribute(int device, int which, void *value) {
    static const uint64_t zero;
    CALLED();
    ENTER();
    bool high = which == 1 || which == 3; // what can be set to 0
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    high = high && value && !memcmp(value, &zero, sizeof zero);
    GraphMemoryUse *u = graph_memory_use(r, device);
    if (high && which == 1) u->used_high = u->used;
    if (high && which == 3) u->reserved_high = u->reserved;
    return runtime_leave(r, high ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- objects of the program that live as long as a graph

typedef struct SimUserObject {
    void *p;
    void (*destroy)(void *);
    unsigned count;
} SimUserObject;

CudaError cudaUserObjectCreate(CudaUserObject *out, void *p,
                               void (*destroy)(void *), unsigned count,
                               unsigned flags) {
    (void)flags;
    CALLED();
    ENTER();
    if (!out || !destroy || !count)
        return runtime_leave(r, cudaErrorInvalidValue);
    *out = heap_new(1, sizeof **out);
    **out = (SimUserObject){p, destroy, count};
    return runtime_leave(r, cudaSuccess);
}

static CudaError exec_count(CudaUserObject o, unsigned more, unsigned less) {
    ENTER();
    if (!o || o->count + more < less)
        return runtime_leave(r, cudaErrorInvalidValue);
    o->count = o->count + more - less;
    if (!o->count) runtime_unlocked(r, o->destroy, o->p);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaUserObjectRetain(CudaUserObject o, unsigned n) {
    CALLED();
    return exec_count(o, n, 0);
}

CudaError cudaUserObjectRelease(CudaUserObject o, unsigned n) {
    CALLED();
    return exec_count(o, 0, n);
}

// Graphs stay until the end, and with them what they hold.
CudaError cudaGraphRetainUserObject(CudaGraph g, CudaUserObject o, unsigned n,
                                    unsigned flags) {
    enum { MOVE = 1 };
    (void)g;
    CALLED();
    return exec_count(o, flags & MOVE ? 0 : n, 0);
}

CudaError cudaGraphReleaseUserObject(CudaGraph g, CudaUserObject o,
                                     unsigned n) {
    (void)g;
    CALLED();
    return exec_count(o, 0, n);
}

CudaError cudaGraphConditionalHandleCreate(unsigned long long *handle,
                                           CudaGraph g, unsigned value,
                                           unsigned flags) {
    enum { ASSIGN_DEFAULT = 1 };
    CALLED();
    ENTER();
    if (!handle || !handle_find(r, g, HANDLE_GRAPH) || flags > ASSIGN_DEFAULT)
        return runtime_leave(r, cudaErrorInvalidValue);
    *handle = condition_new(r, value, flags & ASSIGN_DEFAULT);
    return runtime_leave(r, cudaSuccess);
}

PER_THREAD(cudaGraphLaunch, _ptsz)
PER_THREAD(cudaGraphUpload, _ptsz)
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz)
