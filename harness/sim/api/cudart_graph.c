// Graphs of the CUDA runtime: made, nodes added, asked about.
#include "sim/api/params.h"
#include "sim/ptx/demangle.h"

#include "base/heap.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>

static SimGraph *graph_of(Runtime *r, CudaGraph g) {
    return handle_find(r, g, HANDLE_GRAPH);
}

static SimNode *node_of(Runtime *r, CudaNode n) {
    return handle_find(r, n, HANDLE_NODE);
}

// ---- graphs

CudaError cudaGraphCreate(CudaGraph *g, unsigned flags) {
    CALLED();
    ENTER();
    if (!g || flags) return runtime_leave(r, cudaErrorInvalidValue);
    *g = graph_new(r);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphDestroy(CudaGraph p) {
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    if (!g || g->owner) return runtime_leave(r, cudaErrorInvalidValue);
    graph_end(r, g);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphClone(CudaGraph *copy, CudaGraph p) {
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    if (!g || !copy) return runtime_leave(r, cudaErrorInvalidValue);
    *copy = graph_clone(r, g);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphNodeFindInClone(CudaNode *out, CudaNode origin,
                                   CudaGraph p) {
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    SimNode *n = g && out ? graph_copy_of(g, origin) : NULL;
    if (n) *out = n;
    return runtime_leave(r, n ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- adding nodes

static bool are_of(const SimGraph *g, const CudaNode *nodes, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!nodes || !nodes_have(&g->nodes, nodes[i])) return false;
    return true;
}

// Takes what is task's own.
static CudaError graph_node_add(Runtime *r, CudaNode *out, CudaGraph p,
                                const CudaNode *before, size_t n, Task *task) {
    SimGraph *g = graph_of(r, p);
    CudaError e = cudaErrorInvalidValue;
    task->device = r->dev->ordinal;
    task->caller = r->thread->caller;
    if (g && out && are_of(g, before, n)) e = task_check(r, task);
    if (!e) {
        *out = graph_add(r, g, task, before, n);
        for (int i = 0; i < task_ngraphs(task); i++)
            task_graphs(task)[i]->owner = g;
    }
    task_fini(task);
    return e;
}

CudaError graph_kernel_task(Runtime *r, const KernelNodeParams *k, Task *task) {
    if (!k || k->extra) return cudaErrorInvalidValue;
    CudaError e = task_kernel(r, task, k->func, k->grid, k->block, k->args,
                              k->shared_bytes);
    return e == cudaErrorInvalidResourceHandle ? cudaErrorInvalidDeviceFunction
                                               : e;
}

CudaError graph_memset_task(const MemsetParams *m, Task *task) {
    if (!m) return cudaErrorInvalidValue;
    size_t width = m->width * m->unit;
    *task = (Task){.kind = TASK_FILL,
                   .fill = {.to = {m->to, m->height > 1 ? m->pitch : width, 0},
                            .extent = {width, m->height, 1},
                            .value = m->value,
                            .unit = m->unit}};
    return cudaSuccess;
}

CudaError graph_memcpy_task(Runtime *r, const Copy3D *c, Task *task) {
    *task = (Task){.kind = TASK_COPY};
    return c ? copy_of_3d(r, c, &task->copy) : cudaErrorInvalidValue;
}

CudaError cudaGraphAddKernelNode(CudaNode *out, CudaGraph g,
                                 const CudaNode *before, size_t n,
                                 const KernelNodeParams *k) {
    CALLED();
    ENTER();
    Task task;
    CudaError e = graph_kernel_task(r, k, &task);
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddMemcpyNode(CudaNode *out, CudaGraph g,
                                 const CudaNode *before, size_t n,
                                 const Copy3D *c) {
    CALLED();
    ENTER();
    Task task;
    CudaError e = graph_memcpy_task(r, c, &task);
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddMemcpyNode1D(CudaNode *out, CudaGraph g,
                                   const CudaNode *before, size_t n, void *to,
                                   const void *from, size_t bytes, int kind) {
    CALLED();
    ENTER();
    Task task = task_copy(to, from, bytes, kind);
    return runtime_leave(r, graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddMemcpyNodeToSymbol(CudaNode *out, CudaGraph g,
                                         const CudaNode *before, size_t n,
                                         const void *symbol, const void *from,
                                         size_t bytes, size_t offset,
                                         int kind) {
    CALLED();
    ENTER();
    Task task = {.kind = TASK_COPY};
    CudaError e = copy_of_symbol(r, symbol, (void *)(uintptr_t)from, bytes,
                                 offset, true, kind, &task.copy);
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddMemcpyNodeFromSymbol(CudaNode *out, CudaGraph g,
                                           const CudaNode *before, size_t n,
                                           void *to, const void *symbol,
                                           size_t bytes, size_t offset,
                                           int kind) {
    CALLED();
    ENTER();
    Task task = {.kind = TASK_COPY};
    CudaError e =
        copy_of_symbol(r, symbol, to, bytes, offset, false, kind, &task.copy);
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddMemsetNode(CudaNode *out, CudaGraph g,
                                 const CudaNode *before, size_t n,
                                 const MemsetParams *m) {
    CALLED();
    ENTER();
    Task task;
    CudaError e = graph_memset_task(m, &task);
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddHostNode(CudaNode *out, CudaGraph g,
                               const CudaNode *before, size_t n,
                               const HostNodeParams *h) {
    CALLED();
    ENTER();
    if (!h) return runtime_leave(r, cudaErrorInvalidValue);
    Task task = {.kind = TASK_HOST, .host = {h->fn, h->ctx}};
    return runtime_leave(r, graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddEmptyNode(CudaNode *out, CudaGraph g,
                                const CudaNode *before, size_t n) {
    CALLED();
    ENTER();
    Task task = {.kind = TASK_EMPTY};
    return runtime_leave(r, graph_node_add(r, out, g, before, n, &task));
}

static CudaError add_child(Runtime *r, CudaNode *out, CudaGraph g,
                           const CudaNode *before, size_t n, CudaGraph child) {
    SimGraph *c = graph_of(r, child);
    if (!c || c == graph_of(r, g)) return cudaErrorInvalidValue;
    Task task = {.kind = TASK_CHILD, .child = graph_clone(r, c)};
    CudaError e = graph_node_add(r, out, g, before, n, &task);
    if (e) graph_end(r, task.child);
    return e;
}

CudaError cudaGraphAddChildGraphNode(CudaNode *out, CudaGraph g,
                                     const CudaNode *before, size_t n,
                                     CudaGraph child) {
    CALLED();
    ENTER();
    return runtime_leave(r, add_child(r, out, g, before, n, child));
}

static CudaError add_event(Runtime *r, CudaNode *out, CudaGraph g,
                           const CudaNode *before, size_t n, CudaEvent event,
                           TaskKind kind) {
    Task task = {.kind = kind, .event = handle_find(r, event, HANDLE_EVENT)};
    if (!task.event) return cudaErrorInvalidResourceHandle;
    return graph_node_add(r, out, g, before, n, &task);
}

CudaError cudaGraphAddEventRecordNode(CudaNode *out, CudaGraph g,
                                      const CudaNode *before, size_t n,
                                      CudaEvent event) {
    CALLED();
    ENTER();
    return runtime_leave(r,
                         add_event(r, out, g, before, n, event, TASK_RECORD));
}

CudaError cudaGraphAddEventWaitNode(CudaNode *out, CudaGraph g,
                                    const CudaNode *before, size_t n,
                                    CudaEvent event) {
    CALLED();
    ENTER();
    return runtime_leave(r, add_event(r, out, g, before, n, event, TASK_WAIT));
}

// The memory is there from now on, for all launches.
static CudaError add_alloc(Runtime *r, CudaNode *out, CudaGraph g,
                           const CudaNode *before, size_t n,
                           MemAllocNodeParams *m) {
    uint64_t p =
        m && m->bytes ? mem_alloc(r->mem, m->bytes, ALLOC_DEVICE, NULL) : 0;
    if (!p) return cudaErrorInvalidValue;
    m->p = (void *)p;
    Task task = {.kind = TASK_ALLOC, .mem = {m->p, m->bytes}};
    return graph_node_add(r, out, g, before, n, &task);
}

CudaError cudaGraphAddMemAllocNode(CudaNode *out, CudaGraph g,
                                   const CudaNode *before, size_t n,
                                   MemAllocNodeParams *m) {
    CALLED();
    ENTER();
    return runtime_leave(r, add_alloc(r, out, g, before, n, m));
}

CudaError cudaGraphAddMemFreeNode(CudaNode *out, CudaGraph g,
                                  const CudaNode *before, size_t n, void *p) {
    CALLED();
    ENTER();
    Task task = {.kind = TASK_FREE, .mem = {p, 0}};
    return runtime_leave(r, graph_node_add(r, out, g, before, n, &task));
}

// The graphs to choose from are made here, and the program fills them.
static CudaError add_condition(Runtime *r, CudaNode *out, CudaGraph g,
                               const CudaNode *before, size_t n,
                               ConditionNodeParams *p) {
    bool good = condition_is_known(r, p->handle) && p->size > 0 &&
                p->type >= CONDITION_IF && p->type <= CONDITION_SWITCH &&
                (p->type != CONDITION_IF || p->size <= 2) &&
                (p->type != CONDITION_WHILE || p->size == 1);
    if (!good) return cudaErrorInvalidValue;
    Task task = {.kind = TASK_CONDITION,
                 .condition = {.handle = p->handle,
                               .type = (ConditionType)p->type,
                               .n = (int)p->size,
                               .body = heap_new(p->size, sizeof(SimGraph *))}};
    for (unsigned i = 0; i < p->size; i++)
        task.condition.body[i] = graph_new(r);
    CudaError e = graph_node_add(r, out, g, before, n, &task);
    if (!e) p->graphs = (CudaGraph *)(*out)->task.condition.body;
    return e;
}

// ---- any kind of node

static CudaError add_any(CudaNode *out, CudaGraph g, const CudaNode *before,
                         size_t n, GraphNodeParams *p) {
    ENTER();
    Task task;
    CudaError e = cudaErrorInvalidValue;
    switch (p ? p->type : -1) {
    case TASK_KERNEL: e = graph_kernel_task(r, &p->kernel, &task); break;
    case TASK_COPY: e = graph_memcpy_task(r, &p->memcpy.copy, &task); break;
    case TASK_FILL: e = graph_memset_task(&p->memset, &task); break;
    case TASK_HOST:
        task = (Task){.kind = TASK_HOST, .host = {p->host.fn, p->host.ctx}};
        e = cudaSuccess;
        break;
    case TASK_EMPTY:
        task = (Task){.kind = TASK_EMPTY};
        e = cudaSuccess;
        break;
    case TASK_CHILD:
        return runtime_leave(r, add_child(r, out, g, before, n, p->graph));
    case TASK_WAIT:
    case TASK_RECORD:
        return runtime_leave(
            r, add_event(r, out, g, before, n, p->event, (TaskKind)p->type));
    case TASK_ALLOC:
        return runtime_leave(r, add_alloc(r, out, g, before, n, &p->alloc));
    case TASK_FREE:
        task = (Task){.kind = TASK_FREE, .mem = {p->free, 0}};
        e = cudaSuccess;
        break;
    case TASK_CONDITION:
        return runtime_leave(
            r, add_condition(r, out, g, before, n, &p->condition));
    default: e = cudaErrorNotSupported; break; // semaphores
    }
    return runtime_leave(r,
                         e ? e : graph_node_add(r, out, g, before, n, &task));
}

CudaError cudaGraphAddNode_v2(CudaNode *out, CudaGraph g,
                              const CudaNode *before, const EdgeData *edges,
                              size_t n, GraphNodeParams *p) {
    (void)edges;
    CALLED();
    return add_any(out, g, before, n, p);
}

// True if the program's CUDA passes edge data to calls that had none before.
static bool has_edges(void) {
    Runtime *r = runtime_enter();
    if (!r) return true;
    const void *caller = r->thread->caller;
    bool is_13 = runtime_made_by(r) >= 13000;
    runtime_leave_alive(r, cudaSuccess);
    runtime_thread()->caller = caller;
    return is_13;
}

CudaError cudaGraphAddNode(CudaNode *out, CudaGraph g, const CudaNode *before,
                           uintptr_t a, uintptr_t b, GraphNodeParams *p) {
    CALLED();
    if (has_edges()) return add_any(out, g, before, b, p);
    return add_any(out, g, before, a, (GraphNodeParams *)b);
}

// ---- edges

static CudaError edit_edges(CudaGraph p, const CudaNode *from,
                            const CudaNode *to, size_t n, bool adds) {
    ENTER();
    SimGraph *g = graph_of(r, p);
    if (!g || !are_of(g, from, n) || !are_of(g, to, n))
        return runtime_leave(r, cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++) {
        bool there = nodes_have(&to[i]->before, from[i]);
        if (there == adds || from[i] == to[i])
            return runtime_leave(r, cudaErrorInvalidValue);
        if (adds)
            nodes_add(&to[i]->before, from[i]);
        else
            nodes_drop(&to[i]->before, from[i]);
    }
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphAddDependencies(CudaGraph g, const CudaNode *from,
                                   const CudaNode *to, uintptr_t a, size_t b) {
    CALLED();
    return edit_edges(g, from, to, has_edges() ? b : a, true);
}

CudaError cudaGraphAddDependencies_v2(CudaGraph g, const CudaNode *from,
                                      const CudaNode *to, const EdgeData *edges,
                                      size_t n) {
    (void)edges;
    CALLED();
    return edit_edges(g, from, to, n, true);
}

CudaError cudaGraphRemoveDependencies(CudaGraph g, const CudaNode *from,
                                      const CudaNode *to, uintptr_t a,
                                      size_t b) {
    CALLED();
    return edit_edges(g, from, to, has_edges() ? b : a, false);
}

CudaError cudaGraphRemoveDependencies_v2(CudaGraph g, const CudaNode *from,
                                         const CudaNode *to,
                                         const EdgeData *edges, size_t n) {
    (void)edges;
    CALLED();
    return edit_edges(g, from, to, n, false);
}

CudaError cudaGraphDestroyNode(CudaNode p) {
    CALLED();
    ENTER();
    SimNode *n = node_of(r, p);
    if (!n) return runtime_leave(r, cudaErrorInvalidValue);
    node_end(r, n);
    return runtime_leave(r, cudaSuccess);
}

// ---- asking

CudaError cudaGraphNodeGetType(CudaNode p, int *type) {
    CALLED();
    ENTER();
    SimNode *n = node_of(r, p);
    if (!n || !type) return runtime_leave(r, cudaErrorInvalidValue);
    *type = n->task.kind == TASK_WORK ? TASK_KERNEL : (int)n->task.kind;
    return runtime_leave(r, cudaSuccess);
}

// Fills out with at most *n of them, the rest with NULL; without out says how
// many there are.
static void graph_give(const NodeList *l, CudaNode *out, size_t *n) {
    size_t room = *n, have = (size_t)l->n;
    for (size_t i = 0; out && i < room; i++)
        out[i] = i < have ? l->at[i] : NULL;
    if (!out || room > have) *n = have;
}

CudaError cudaGraphGetNodes(CudaGraph p, CudaNode *out, size_t *n) {
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    if (!g || !n) return runtime_leave(r, cudaErrorInvalidValue);
    graph_give(&g->nodes, out, n);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphGetRootNodes(CudaGraph p, CudaNode *out, size_t *n) {
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    NodeList roots = {0};
    if (!g || !n) return runtime_leave(r, cudaErrorInvalidValue);
    for (int i = 0; i < g->nodes.n; i++)
        if (!g->nodes.at[i]->before.n) vec_push(&roots, g->nodes.at[i]);
    graph_give(&roots, out, n);
    vec_free(&roots);
    return runtime_leave(r, cudaSuccess);
}

static CudaError edges_of(CudaGraph p, CudaNode *from, CudaNode *to,
                          EdgeData *data, size_t *n) {
    ENTER();
    SimGraph *g = graph_of(r, p);
    NodeList a = {0}, b = {0};
    if (!g || !n) return runtime_leave(r, cudaErrorInvalidValue);
    for (int i = 0; i < g->nodes.n; i++) {
        SimNode *last = g->nodes.at[i];
        for (int k = 0; k < last->before.n; k++) {
            vec_push(&a, last->before.at[k]);
            vec_push(&b, last);
        }
    }
    size_t same = *n;
    if (data && from) memset(data, 0, same * sizeof *data);
    graph_give(&a, from, n);
    graph_give(&b, to, &same);
    vec_free(&a);
    vec_free(&b);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphGetEdges(CudaGraph g, CudaNode *from, CudaNode *to,
                            uintptr_t a, size_t *b) {
    CALLED();
    if (has_edges()) return edges_of(g, from, to, (EdgeData *)a, b);
    return edges_of(g, from, to, NULL, (size_t *)a);
}

CudaError cudaGraphGetEdges_v2(CudaGraph g, CudaNode *from, CudaNode *to,
                               EdgeData *data, size_t *n) {
    CALLED();
    return edges_of(g, from, to, data, n);
}

static CudaError neighbours(CudaNode p, CudaNode *out, EdgeData *data,
                            size_t *n, bool before) {
    ENTER();
    SimNode *node = node_of(r, p);
    NodeList found = {0};
    if (!node || !n) return runtime_leave(r, cudaErrorInvalidValue);
    const NodeList *all = &node->graph->nodes;
    if (before) nodes_copy(&found, &node->before);
    for (int i = 0; !before && i < all->n; i++)
        if (nodes_have(&all->at[i]->before, node)) vec_push(&found, all->at[i]);
    if (data && out) memset(data, 0, *n * sizeof *data);
    graph_give(&found, out, n);
    vec_free(&found);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphNodeGetDependencies(CudaNode p, CudaNode *out, uintptr_t a,
                                       size_t *b) {
    CALLED();
    if (has_edges()) return neighbours(p, out, (EdgeData *)a, b, true);
    return neighbours(p, out, NULL, (size_t *)a, true);
}

CudaError cudaGraphNodeGetDependencies_v2(CudaNode p, CudaNode *out,
                                          EdgeData *data, size_t *n) {
    CALLED();
    return neighbours(p, out, data, n, true);
}

CudaError cudaGraphNodeGetDependentNodes(CudaNode p, CudaNode *out, uintptr_t a,
                                         size_t *b) {
    CALLED();
    if (has_edges()) return neighbours(p, out, (EdgeData *)a, b, false);
    return neighbours(p, out, NULL, (size_t *)a, false);
}

CudaError cudaGraphNodeGetDependentNodes_v2(CudaNode p, CudaNode *out,
                                            EdgeData *data, size_t *n) {
    CALLED();
    return neighbours(p, out, data, n, false);
}

// ---- drawing

static const char *kind_text(const SimNode *n, char *buf, size_t size) {
    static const char *const text[] = {
        "kernel", "memcpy",     "memset",       "host",
        "child",  "empty",      "event wait",   "event record",
        "",       "",           "memory alloc", "memory free",
        "",       "conditional"};
    if (n->task.kind == TASK_KERNEL) {
        Arena a = {0};
        const KernelTask *k = &n->task.kernel;
        snprintf(buf, size, "%.100s\\n<<<(%u,%u,%u), (%u,%u,%u), %zu>>>",
                 demangle(&a, k->kernel->name), k->grid.x, k->grid.y, k->grid.z,
                 k->block.x, k->block.y, k->block.z, k->shared);
        arena_reset(&a);
        return buf;
    }
    if (n->task.kind == TASK_WORK) return n->task.work.name;
    return text[n->task.kind];
}

static void draw(FILE *f, const SimGraph *g, const char *name) {
    char text[256], inner[80];
    for (int i = 0; i < g->nodes.n; i++) {
        const SimNode *n = g->nodes.at[i];
        fprintf(f, "    \"%s_%d\" [label=\"%d\\n%s\"];\n", name, i, i,
                kind_text(n, text, sizeof text));
        for (int k = 0; k < n->before.n; k++)
            fprintf(f, "    \"%s_%d\" -> \"%s_%d\";\n", name,
                    n->before.at[k]->index, name, i);
        for (int k = 0; k < task_ngraphs(&n->task); k++) {
            snprintf(inner, sizeof inner, "%.50s_%d_%d", name, i, k);
            fprintf(f, "    subgraph \"cluster_%s\" {\n", inner);
            draw(f, task_graphs((Task *)&n->task)[k], inner);
            fprintf(f, "    }\n");
        }
    }
}

CudaError cudaGraphDebugDotPrint(CudaGraph p, const char *path,
                                 unsigned flags) {
    (void)flags;
    CALLED();
    ENTER();
    SimGraph *g = graph_of(r, p);
    FILE *f = g && path ? fopen(path, "w") : NULL;
    if (!g || !path) return runtime_leave(r, cudaErrorInvalidValue);
    if (!f) return runtime_leave(r, cudaErrorOperatingSystem);
    fprintf(f, "digraph dot {\n");
    draw(f, g, "graph");
    fprintf(f, "}\n");
    fclose(f);
    return runtime_leave(r, cudaSuccess);
}
