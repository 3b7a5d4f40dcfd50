#include "sim/api/task.h"

#include "sim/api/clock.h"

#include "base/heap.h"

#include <string.h>

CudaError task_kernel(Runtime *r, Task *task, const void *host, Dim3 grid,
                      Dim3 block, void **args, size_t shared) {
    CudaError e;
    Kernel *k = runtime_kernel(r, host);
    const Code *code = launch_code(r, k, &e);
    if (!code) return e;
    *task = (Task){.kind = TASK_KERNEL,
                   .kernel = {.kernel = k,
                              .grid = grid,
                              .block = block,
                              .shared = shared,
                              .nparams = code->param_bytes}};
    task->kernel.params = heap_new(code->param_bytes + 16, 1);
    const PtxFunc *f = code->func;
    for (int i = 0; args && i < f->nparams; i++)
        memcpy(task->kernel.params + f->params[i]->offset, args[i],
               f->params[i]->size);
    return cudaSuccess;
}

Task task_copy(void *to, const void *from, size_t n, int kind) {
    return (Task){.kind = TASK_COPY,
                  .copy = {.to = {to, n, 0},
                           .from = {(void *)(uintptr_t)from, n, 0},
                           .extent = {n, 1, 1},
                           .kind = kind}};
}

Task task_fill(void *to, int value, size_t n) {
    return (Task){.kind = TASK_FILL,
                  .fill = {.to = {to, n, 0},
                           .extent = {n, 1, 1},
                           .value = (uint8_t)value,
                           .unit = 1}};
}

void task_fini(Task *task) {
    if (task->kind == TASK_KERNEL) heap_free(task->kernel.params);
    if (task->kind == TASK_KERNEL) task->kernel.params = NULL;
    if (task->kind == TASK_WORK) heap_free((void *)(uintptr_t)task->work.args);
}

static void *bytes_dup(const void *p, size_t n) {
    uint8_t *copy = heap_new(n + 16, 1);
    if (n) memcpy(copy, p, n);
    return copy;
}

Task task_dup(const Task *task) {
    Task copy = *task;
    const KernelTask *k = &task->kernel;
    if (task->kind == TASK_KERNEL)
        copy.kernel.params = bytes_dup(k->params, k->nparams);
    if (task->kind == TASK_WORK)
        copy.work.args = bytes_dup(task->work.args, task->work.args_bytes);
    return copy;
}

CudaError task_check(Runtime *r, const Task *task) {
    switch (task->kind) {
    case TASK_KERNEL: return launch_check(r, &task->kernel);
    case TASK_COPY: return copy_check(r, &task->copy);
    case TASK_FILL: return fill_check(r, &task->fill);
    case TASK_HOST: return task->host.fn ? cudaSuccess : cudaErrorInvalidValue;
    default: return cudaSuccess;
    }
}

static bool is_mark(const Task *task) {
    return task->kind == TASK_EMPTY || task->kind == TASK_WAIT ||
           task->kind == TASK_RECORD;
}

static CudaError run(Runtime *r, Task *task, SimStream *s) {
    if (!is_mark(task)) sample_finish(r);
    switch (task->kind) {
    case TASK_KERNEL: return launch_execute(r, &task->kernel, s);
    case TASK_COPY: copy_execute(r, &task->copy, s); break;
    case TASK_FILL: fill_execute(r, &task->fill, s); break;
    case TASK_HOST:
        // Its thread has waited for what comes before; the program has not.
        runtime_unlocked(r, task->host.fn, task->host.ctx);
        host_execute(r, s);
        break;
    case TASK_WORK: work_execute(r, &task->work, s); break;
    case TASK_CHILD: return graph_execute(r, task->child, s);
    case TASK_RECORD: return event_record(r, task->event, s);
    case TASK_WAIT: stream_after(r, s, task->event->job); break;
    default: break;
    }
    return cudaSuccess;
}

CudaError task_run(Runtime *r, Task *task, SimStream *s) {
    Device *was = r->dev;
    const void *caller = r->me->caller;
    r->dev = &r->devices[task->device];
    r->me->caller = task->caller;
    CudaError e = r->dev->sticky ? r->dev->sticky : run(r, task, s);
    r->dev = was;
    r->me->caller = caller;
    return e;
}

CudaError task_submit(Runtime *r, Task *task, CudaStream stream) {
    CudaError e = cudaErrorInvalidResourceHandle;
    SimStream *s = runtime_stream(r, stream);
    task->device = r->dev->ordinal;
    task->caller = r->me->caller;
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
    else if (!e)
        e = task_run(r, task, s);
    task_fini(task);
    return e;
}
