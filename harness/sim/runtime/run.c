// Executing the work of streams: a Task, or a graph of them.
//
// The two call each other: a graph is executed node by node, and a node may be
// a graph.
#include "sim/runtime/clock.h"
#include "sim/runtime/graph.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/later.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/witness.h"

#include "base/vec.h"

CudaError task_check(Runtime *r, const Task *task) {
    switch (task->kind) {
    case TASK_KERNEL: return launch_check(r, &task->kernel);
    case TASK_COPY: return copy_check(r, &task->copy);
    case TASK_FILL: return fill_check(r, &task->fill);
    case TASK_HOST: return task->host.fn ? cudaSuccess : cudaErrorInvalidValue;
    default: return cudaSuccess;
    }
}

// ---- events and host functions

static CudaError event_record(Runtime *r, SimEvent *e, SimStream *s) {
    if (!s->in_graph) clock_spend(r, spend_us(SPEND_RECORD));
    Job *job =
        stream_mark(r, s, spend_us(e->timed ? SPEND_EVENT : SPEND_PLACE));
    job_release(e->job);
    e->job = job_hold(job);
    e->recorded = true;
    e->capture = NULL;
    event_knows(r, e, s);
    return cudaSuccess;
}

// Puts a host function on the stream's timeline; the program's own time goes on
// meanwhile.
void host_execute(Runtime *r, SimStream *s) {
    Job job = {.engine = ENGINE_NONE,
               .us = spend_us(SPEND_HOST_FN),
               .what = SIM_SPAN_HOST_FN};
    if (!s->in_graph) clock_spend(r, spend_us(SPEND_HOST));
    stream_add(r, s, &job);
}

// ---- memory of a graph's nodes
// It is there from the moment that the node is made, so that its address is
// known. What one launch left in it the next one cannot count on.

static void node_allocates(Runtime *r, const Task *task) {
    uint64_t p = (uint64_t)(uintptr_t)task->mem.p;
    // It may have been freed outside of the graph since.
    if (!mem_find(r->mem, p)) mem_revive(r->mem, p, task->mem.size);
    mem_rest(r->mem, p, false);
    graph_memory_launched(r, p, task->mem.size);
}

// ---- a task

static CudaError graph_execute(Runtime *r, const SimGraph *g, SimStream *s);

static CudaError kernel_do(Runtime *r, const KernelTask *k, SimStream *s) {
    Children given = {0};
    CudaError e = launch_execute(r, k, s, &given);
    children_execute(r, k, &given, s);
    return e;
}

// Executes the graph that the condition chooses.
static CudaError condition_do(Runtime *r, const ConditionTask *c,
                              SimStream *s) {
    uint32_t value = condition_value(r, c->handle);
    CudaError e = cudaSuccess;
    switch (c->type) {
    case CONDITION_IF:
        if (value) return graph_execute(r, c->body[0], s);
        return c->n > 1 ? graph_execute(r, c->body[1], s) : e;
    case CONDITION_SWITCH:
        return value < (uint32_t)c->n ? graph_execute(r, c->body[value], s) : e;
    case CONDITION_WHILE:
        while (!e && !r->dev->sticky && condition_value(r, c->handle))
            e = graph_execute(r, c->body[0], s);
        return e;
    }
    return cudaErrorInvalidValue;
}

static bool is_mark(const Task *task) {
    return task->kind == TASK_EMPTY || task->kind == TASK_WAIT ||
           task->kind == TASK_RECORD;
}

static CudaError task_do(Runtime *r, Task *task, SimStream *s) {
    switch (task->kind) {
    case TASK_KERNEL: return kernel_do(r, &task->kernel, s);
    case TASK_COPY:
        progress_other("a copy");
        copy_execute(r, &task->copy, s);
        progress_other(NULL);
        break;
    case TASK_FILL: fill_execute(r, &task->fill, s); break;
    case TASK_HOST:
        // Its thread has waited for what comes before; the program has not.
        host_watch_function();
        runtime_unlocked(r, task->host.fn, task->host.ctx);
        host_execute(r, s);
        break;
    case TASK_WORK:
        witness_before(r, NULL, 0);
        work_execute(r, &task->work, s);
        witness_after(r);
        break;
    case TASK_ALLOC: node_allocates(r, task); break;
    case TASK_FREE:
        mem_rest(r->mem, (uint64_t)(uintptr_t)task->mem.p, true);
        break;
    case TASK_CHILD: return graph_execute(r, task->child, s);
    case TASK_CONDITION: return condition_do(r, &task->condition, s);
    case TASK_RECORD: return event_record(r, task->event, s);
    case TASK_WAIT:
        stream_after(r, s, task->event->job);
        stream_knows(r, s, &task->event->done);
        break;
    default: break;
    }
    return cudaSuccess;
}

static CudaError task_execute(Runtime *r, Task *task, SimStream *s) {
    if (!is_mark(task)) sample_finish(r);
    piece_begin(r, task, s);
    CudaError e = task_do(r, task, s);
    piece_end(r, s);
    return e;
}

static CudaError task_run(Runtime *r, Task *task, SimStream *s) {
    Device *was = r->dev;
    const void *caller = r->thread->caller;
    r->dev = &r->devices[task->device];
    r->thread->caller = task->caller;
    CudaError e = r->dev->sticky ? r->dev->sticky : task_execute(r, task, s);
    r->dev = was;
    r->thread->caller = caller;
    return e;
}

// ---- a graph

// A stream of a node's own, which begins when what the node comes after ends.
static SimStream stream_of(Runtime *r, const SimNode *n, const SimStream *s,
                           Job *begin, const Done *done) {
    SimStream own = *s;
    JobList after = {0};
    own.done = *done;
    for (int k = 0; k < n->before.n; k++) {
        vec_push(&after, n->before.at[k]->job);
        stream_knows(r, &own, &n->before.at[k]->done);
    }
    if (!after.n) vec_push(&after, begin);
    own.blocking = false;
    own.in_graph = true;
    own.last = NULL;
    own.begins = after;
    return own;
}

// Independent nodes overlap as far as the engines allow.
CudaError nodes_execute(Runtime *r, const NodeList *order, SimStream *s) {
    Job *begin = job_hold(stream_mark(r, s, 0));
    Done before = done_before(r, s);
    JobList all = {0};
    CudaError e = cudaSuccess;
    for (int i = 0; i < order->n && !e; i++) {
        SimNode *n = order->at[i];
        SimStream own = stream_of(r, n, s, begin, &before);
        if (!n->disabled) e = task_run(r, &n->task, &own);
        if (!own.last) stream_mark(r, &own, 0);
        job_release(n->job);
        n->job = own.last;
        n->done = own.done;
        stream_knows(r, s, &n->done);
        vec_push(&all, n->job);
        vec_free(&own.begins);
    }
    stream_join(r, s, &all);
    vec_free(&all);
    job_release(begin);
    return e;
}

static CudaError graph_execute(Runtime *r, const SimGraph *g, SimStream *s) {
    NodeList order = {0};
    graph_order(g, &order);
    CudaError e = nodes_execute(r, &order, s);
    vec_free(&order);
    return e;
}

// ---- submitting

CudaError task_submit(Runtime *r, Task *task, CudaStream stream) {
    CudaError e = cudaErrorInvalidResourceHandle;
    SimStream *s = runtime_stream(r, stream);
    task->device = r->dev->ordinal;
    task->caller = r->thread->caller;
    if (s && task->kind == TASK_KERNEL && s->device != r->dev) {
        host_note(r, SIM_TRAP_OTHER_STREAM,
                  "cudaSetDevice to the stream's device before the launch.",
                  "A launch on device %d into a stream of device %d",
                  r->dev->ordinal, s->device->ordinal);
        s = NULL;
    }
    if (s && !s->capture && s == &s->device->zero)
        e = capture_forbids(r, true);
    else if (s)
        e = cudaSuccess;
    if (!e) e = task_check(r, task);
    if (!e && s->capture)
        capture_add(r, s, task, &e);
    else if (!e && !later_keep(r, task, s, task_run))
        e = task_run(r, task, s);
    task_fini(task);
    return e;
}
