// Reads and changes the parameters of graph nodes, in a graph or in one that
// can be launched; there the nodes are named by those of the graph it came
// from.
#include "sim/api/params.h"

#include "base/heap.h"
#include "sim/decode/code.h"

#include <string.h>

// The node that a call means: of a graph, or its copy in exec.
static SimNode *node_in(Runtime *r, CudaExec exec, bool in_exec, CudaNode p,
                        TaskKind kind) {
    SimNode *n = handle_find(r, p, HANDLE_NODE);
    if (in_exec) {
        const SimGraphExec *x = handle_find(r, exec, HANDLE_EXEC);
        n = x && n ? graph_copy_of(x->graph, n) : NULL;
    }
    return n && n->task.kind == kind ? n : NULL;
}

// Gives the node another task of its kind, taking what is task's own.
static CudaError replace(Runtime *r, SimNode *n, Task *task) {
    CudaError e = n ? cudaSuccess : cudaErrorInvalidValue;
    task->device = n ? n->task.device : 0;
    task->caller = r->thread->caller;
    if (!e) e = task_check(r, task);
    if (e) {
        task_fini(task);
        return e;
    }
    task_fini(&n->task);
    n->task = *task;
    return cudaSuccess;
}

// ---- kernels

static CudaError set_kernel(CudaExec x, bool in_exec, CudaNode p,
                            const KernelNodeParams *k) {
    ENTER();
    Task task;
    SimNode *n = node_in(r, x, in_exec, p, TASK_KERNEL);
    CudaError e = n ? graph_kernel_task(r, k, &task) : cudaErrorInvalidValue;
    if (e) return runtime_leave(r, e);
    task.kernel.cooperative = n->task.kernel.cooperative;
    task.kernel.cluster = n->task.kernel.cluster;
    return runtime_leave(r, replace(r, n, &task));
}

CudaError cudaGraphKernelNodeSetParams(CudaNode n, const KernelNodeParams *k) {
    CALLED();
    return set_kernel(NULL, false, n, k);
}

CudaError cudaGraphExecKernelNodeSetParams(CudaExec x, CudaNode n,
                                           const KernelNodeParams *k) {
    CALLED();
    return set_kernel(x, true, n, k);
}

// The arguments' addresses live as long as the node.
static void **args_of(Runtime *r, const KernelTask *k) {
    CudaError e;
    const Code *code = launch_code(r, k->kernel, &e);
    int n = code ? code->func->nparams : 0;
    void **args = heap_new((size_t)n + 1, sizeof *args);
    for (int i = 0; i < n; i++)
        args[i] = k->params + code->func->params[i]->offset;
    return args;
}

CudaError cudaGraphKernelNodeGetParams(CudaNode p, KernelNodeParams *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_KERNEL);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    const KernelTask *k = &n->task.kernel;
    if (!n->args) n->args = args_of(r, k);
    *out = (KernelNodeParams){.func = (void *)(uintptr_t)k->kernel->host,
                              .grid = k->grid,
                              .block = k->block,
                              .shared_bytes = (unsigned)k->shared,
                              .args = n->args};
    return runtime_leave(r, cudaSuccess);
}

// Attributes of launches: cooperative (2) matters, others are hints.
CudaError cudaGraphKernelNodeSetAttribute(CudaNode p, int which,
                                          const void *value) {
    enum { COOPERATIVE = 2 };
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_KERNEL);
    if (!n || !value) return runtime_leave(r, cudaErrorInvalidValue);
    if (which == COOPERATIVE)
        n->task.kernel.cooperative = *(const int *)value != 0;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphKernelNodeGetAttribute(CudaNode p, int which, void *value) {
    enum { COOPERATIVE = 2 };
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_KERNEL);
    if (!n || !value) return runtime_leave(r, cudaErrorInvalidValue);
    memset(value, 0, sizeof(uint32_t[16]));
    if (which == COOPERATIVE) *(int *)value = n->task.kernel.cooperative;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphKernelNodeCopyAttributes(CudaNode to, CudaNode from) {
    CALLED();
    ENTER();
    SimNode *a = node_in(r, NULL, false, to, TASK_KERNEL);
    const SimNode *b = node_in(r, NULL, false, from, TASK_KERNEL);
    if (!a || !b) return runtime_leave(r, cudaErrorInvalidValue);
    a->task.kernel.cooperative = b->task.kernel.cooperative;
    a->task.kernel.cluster = b->task.kernel.cluster;
    return runtime_leave(r, cudaSuccess);
}

// ---- copies

static CudaError set_copy(CudaExec x, bool in_exec, CudaNode p, Task *task) {
    ENTER();
    SimNode *n = node_in(r, x, in_exec, p, TASK_COPY);
    return runtime_leave(r, replace(r, n, task));
}

static CudaError set_copy_3d(CudaExec x, bool in_exec, CudaNode p,
                             const Copy3D *c) {
    ENTER();
    Task task;
    SimNode *n = node_in(r, x, in_exec, p, TASK_COPY);
    CudaError e = graph_memcpy_task(r, c, &task);
    return runtime_leave(r, e ? e : replace(r, n, &task));
}

static CudaError set_copy_symbol(CudaExec x, bool in_exec, CudaNode p,
                                 const void *symbol, void *other, size_t bytes,
                                 size_t offset, bool to_symbol, int kind) {
    ENTER();
    Task task = {.kind = TASK_COPY};
    SimNode *n = node_in(r, x, in_exec, p, TASK_COPY);
    CudaError e = copy_of_symbol(r, symbol, other, bytes, offset, to_symbol,
                                 kind, &task.copy);
    return runtime_leave(r, e ? e : replace(r, n, &task));
}

CudaError cudaGraphMemcpyNodeGetParams(CudaNode p, Copy3D *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_COPY);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    const CopyTask *c = &n->task.copy;
    size_t to_rows = c->to.slice ? c->to.slice / c->to.pitch : c->extent.height;
    size_t from_rows =
        c->from.slice ? c->from.slice / c->from.pitch : c->extent.height;
    *out =
        (Copy3D){.from = {c->from.p, c->from.pitch, c->extent.width, from_rows},
                 .to = {c->to.p, c->to.pitch, c->extent.width, to_rows},
                 .extent = c->extent,
                 .kind = c->kind};
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphMemcpyNodeSetParams(CudaNode n, const Copy3D *c) {
    CALLED();
    return set_copy_3d(NULL, false, n, c);
}

CudaError cudaGraphMemcpyNodeSetParams1D(CudaNode n, void *to, const void *from,
                                         size_t bytes, int kind) {
    CALLED();
    Task task = task_copy(to, from, bytes, kind);
    return set_copy(NULL, false, n, &task);
}

CudaError cudaGraphMemcpyNodeSetParamsToSymbol(CudaNode n, const void *symbol,
                                               const void *from, size_t bytes,
                                               size_t offset, int kind) {
    CALLED();
    return set_copy_symbol(NULL, false, n, symbol, (void *)(uintptr_t)from,
                           bytes, offset, true, kind);
}

CudaError cudaGraphMemcpyNodeSetParamsFromSymbol(CudaNode n, void *to,
                                                 const void *symbol,
                                                 size_t bytes, size_t offset,
                                                 int kind) {
    CALLED();
    return set_copy_symbol(NULL, false, n, symbol, to, bytes, offset, false,
                           kind);
}

CudaError cudaGraphExecMemcpyNodeSetParams(CudaExec x, CudaNode n,
                                           const Copy3D *c) {
    CALLED();
    return set_copy_3d(x, true, n, c);
}

CudaError cudaGraphExecMemcpyNodeSetParams1D(CudaExec x, CudaNode n, void *to,
                                             const void *from, size_t bytes,
                                             int kind) {
    CALLED();
    Task task = task_copy(to, from, bytes, kind);
    return set_copy(x, true, n, &task);
}

CudaError cudaGraphExecMemcpyNodeSetParamsToSymbol(CudaExec x, CudaNode n,
                                                   const void *symbol,
                                                   const void *from,
                                                   size_t bytes, size_t offset,
                                                   int kind) {
    CALLED();
    return set_copy_symbol(x, true, n, symbol, (void *)(uintptr_t)from, bytes,
                           offset, true, kind);
}

CudaError cudaGraphExecMemcpyNodeSetParamsFromSymbol(CudaExec x, CudaNode n,
                                                     void *to,
                                                     const void *symbol,
                                                     size_t bytes,
                                                     size_t offset, int kind) {
    CALLED();
    return set_copy_symbol(x, true, n, symbol, to, bytes, offset, false, kind);
}

// ---- fills

static CudaError set_fill(CudaExec x, bool in_exec, CudaNode p,
                          const MemsetParams *m) {
    ENTER();
    Task task;
    SimNode *n = node_in(r, x, in_exec, p, TASK_FILL);
    CudaError e = graph_memset_task(m, &task);
    return runtime_leave(r, e ? e : replace(r, n, &task));
}

CudaError cudaGraphMemsetNodeSetParams(CudaNode n, const MemsetParams *m) {
    CALLED();
    return set_fill(NULL, false, n, m);
}

CudaError cudaGraphExecMemsetNodeSetParams(CudaExec x, CudaNode n,
                                           const MemsetParams *m) {
    CALLED();
    return set_fill(x, true, n, m);
}

CudaError cudaGraphMemsetNodeGetParams(CudaNode p, MemsetParams *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_FILL);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    const FillTask *f = &n->task.fill;
    *out = (MemsetParams){.to = f->to.p,
                          .pitch = f->to.pitch,
                          .value = f->value,
                          .unit = f->unit,
                          .width = f->extent.width / f->unit,
                          .height = f->extent.height};
    return runtime_leave(r, cudaSuccess);
}

// ---- host functions

static CudaError set_host(CudaExec x, bool in_exec, CudaNode p,
                          const HostNodeParams *h) {
    ENTER();
    SimNode *n = node_in(r, x, in_exec, p, TASK_HOST);
    if (!h) return runtime_leave(r, cudaErrorInvalidValue);
    Task task = {.kind = TASK_HOST, .host = {h->fn, h->ctx}};
    return runtime_leave(r, replace(r, n, &task));
}

CudaError cudaGraphHostNodeSetParams(CudaNode n, const HostNodeParams *h) {
    CALLED();
    return set_host(NULL, false, n, h);
}

CudaError cudaGraphExecHostNodeSetParams(CudaExec x, CudaNode n,
                                         const HostNodeParams *h) {
    CALLED();
    return set_host(x, true, n, h);
}

CudaError cudaGraphHostNodeGetParams(CudaNode p, HostNodeParams *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_HOST);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    *out = (HostNodeParams){n->task.host.fn, n->task.host.ctx};
    return runtime_leave(r, cudaSuccess);
}

// ---- events, memory, children

static CudaError set_event(CudaExec x, bool in_exec, CudaNode p,
                           CudaEvent event, TaskKind kind) {
    ENTER();
    SimNode *n = node_in(r, x, in_exec, p, kind);
    Task task = {.kind = kind, .event = handle_find(r, event, HANDLE_EVENT)};
    if (!task.event) return runtime_leave(r, cudaErrorInvalidValue);
    return runtime_leave(r, replace(r, n, &task));
}

CudaError cudaGraphEventRecordNodeSetEvent(CudaNode n, CudaEvent e) {
    CALLED();
    return set_event(NULL, false, n, e, TASK_RECORD);
}

CudaError cudaGraphEventWaitNodeSetEvent(CudaNode n, CudaEvent e) {
    CALLED();
    return set_event(NULL, false, n, e, TASK_WAIT);
}

CudaError cudaGraphExecEventRecordNodeSetEvent(CudaExec x, CudaNode n,
                                               CudaEvent e) {
    CALLED();
    return set_event(x, true, n, e, TASK_RECORD);
}

CudaError cudaGraphExecEventWaitNodeSetEvent(CudaExec x, CudaNode n,
                                             CudaEvent e) {
    CALLED();
    return set_event(x, true, n, e, TASK_WAIT);
}

static CudaError get_event(CudaNode p, CudaEvent *out, TaskKind kind) {
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, kind);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    *out = n->task.event;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphEventRecordNodeGetEvent(CudaNode n, CudaEvent *out) {
    CALLED();
    return get_event(n, out, TASK_RECORD);
}

CudaError cudaGraphEventWaitNodeGetEvent(CudaNode n, CudaEvent *out) {
    CALLED();
    return get_event(n, out, TASK_WAIT);
}

CudaError cudaGraphMemAllocNodeGetParams(CudaNode p, MemAllocNodeParams *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_ALLOC);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    *out = (MemAllocNodeParams){.bytes = n->task.mem.size, .p = n->task.mem.p};
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphMemFreeNodeGetParams(CudaNode p, void *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_FREE);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    memcpy(out, &n->task.mem.p, sizeof n->task.mem.p);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGraphChildGraphNodeGetGraph(CudaNode p, CudaGraph *out) {
    CALLED();
    ENTER();
    SimNode *n = node_in(r, NULL, false, p, TASK_CHILD);
    if (!n || !out) return runtime_leave(r, cudaErrorInvalidValue);
    *out = n->task.child;
    return runtime_leave(r, cudaSuccess);
}

// ---- any kind of node

static CudaError set_any(CudaExec x, bool in_exec, CudaNode n,
                         GraphNodeParams *p) {
    switch (p ? p->type : -1) {
    case TASK_KERNEL: return set_kernel(x, in_exec, n, &p->kernel);
    case TASK_COPY: return set_copy_3d(x, in_exec, n, &p->memcpy.copy);
    case TASK_FILL: return set_fill(x, in_exec, n, &p->memset);
    case TASK_HOST: return set_host(x, in_exec, n, &p->host);
    case TASK_WAIT:
    case TASK_RECORD:
        return set_event(x, in_exec, n, p->event, (TaskKind)p->type);
    default: break;
    }
    ENTER();
    return runtime_leave(r, cudaErrorInvalidValue);
}

CudaError cudaGraphNodeSetParams(CudaNode n, GraphNodeParams *p) {
    CALLED();
    return set_any(NULL, false, n, p);
}

CudaError cudaGraphExecNodeSetParams(CudaExec x, CudaNode n,
                                     GraphNodeParams *p) {
    CALLED();
    return set_any(x, true, n, p);
}
