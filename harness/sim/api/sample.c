// Completes the results that a sampled launch has left out.
#include "sim/api/task.h"

#include "base/heap.h"

static void forget(Runtime *r) {
    if (!r->undone) return;
    task_fini(r->undone);
    heap_free(r->undone);
    r->undone = NULL;
}

void sample_finish(Runtime *r) {
    Task *t = r->undone;
    if (!t) return;
    Device *was = r->dev;
    const void *caller = r->me->caller;
    r->undone = NULL;
    r->dev = &r->devices[t->device];
    r->me->caller = t->caller;
    if (!r->dev->sticky) launch_rest(r, &t->kernel);
    r->dev = was;
    r->me->caller = caller;
    task_fini(t);
    heap_free(t);
}

void sample_left(Runtime *r, const KernelTask *k) {
    Task t = {.kind = TASK_KERNEL,
              .device = r->dev->ordinal,
              .caller = r->me->caller,
              .kernel = *k};
    forget(r);
    r->undone = heap_new(1, sizeof *r->undone);
    *r->undone = task_dup(&t);
}

void sim_sample(bool on) {
    Runtime *r = runtime_enter();
    if (!r) return;
    forget(r);
    r->sampling = on;
    runtime_leave_alive(r, cudaSuccess);
}

bool sim_sampled(void) {
    Runtime *r = runtime_enter();
    bool left = r && r->undone;
    runtime_leave_alive(r, cudaSuccess);
    return left;
}
