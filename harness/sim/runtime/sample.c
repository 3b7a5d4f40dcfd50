// Completes the results that a sampled launch has left out.
#include "sim/runtime/clock.h"
#include "sim/runtime/task.h"

#include "base/heap.h"

void sample_forget(Runtime *r) {
    if (!r->undone) return;
    task_fini(r->undone);
    heap_free(r->undone);
    r->undone = NULL;
}

void sample_finish(Runtime *r) {
    Task *t = r->undone;
    if (!t) return;
    Device *was = r->dev;
    const void *caller = r->thread->caller;
    r->undone = NULL;
    r->dev = &r->devices[t->device];
    r->thread->caller = t->caller;
    if (!r->dev->sticky) r->run_undone(r, t);
    r->dev = was;
    r->thread->caller = caller;
    task_fini(t);
    heap_free(t);
}

void sample_left(Runtime *r, const KernelTask *k, RunUndone *run) {
    Task t = {.kind = TASK_KERNEL,
              .device = r->dev->ordinal,
              .caller = r->thread->caller,
              .kernel = *k};
    sample_forget(r);
    r->undone = heap_new(1, sizeof *r->undone);
    *r->undone = task_dup(&t);
    r->run_undone = run;
}
