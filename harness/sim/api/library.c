// The functions that libraries of device work call (library.h).
#include "sim/library.h"

#include "base/vec.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/task.h"

int sim_work_run(const SimWork *w) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    if (r->dev->sticky) return runtime_leave(r, r->dev->sticky);

    Task task = {.kind = TASK_WORK, .work = *w};
    task = task_dup(&task); // its arguments
    CudaError e = task_submit(r, &task, w->stream);
    CudaError hidden = r->dev->sticky;
    r->dev->sticky = cudaSuccess;
    if (!e && w->waits) {
        runtime_wait(r, w->stream);
        e = hidden;
    }
    // As of a launch: the error shows at the next call.
    r->dev->sticky = hidden;
    return runtime_leave_alive(r, e);
}

void sim_work_meet(const SimPlace *at, int n) {
    Runtime *r = runtime_enter();
    if (!r) return;
    Device *was = r->dev;
    JobList ends = {0};
    Done over = {0};
    for (int i = 0; i < n; i++) {
        r->dev = &r->devices[at[i].device];
        SimStream *s = runtime_stream(r, at[i].stream);
        if (!s) continue;
        Done d = done_before(r, s);
        done_renew(&over, d.now);
        done_join(&over, &d);
        vec_push(&ends, job_hold(stream_mark(r, s, 0)));
    }
    for (int i = 0; i < n; i++) {
        r->dev = &r->devices[at[i].device];
        SimStream *s = runtime_stream(r, at[i].stream);
        if (!s) continue;
        stream_join(r, s, &ends);
        stream_knows(r, s, &over);
    }
    for (int i = 0; i < ends.n; i++)
        job_release(ends.at[i]);
    vec_free(&ends);
    r->dev = was;
    runtime_leave_alive(r, cudaSuccess);
}

void sim_work_from(const void *caller) {
    Thread *t = runtime_thread();
    t->caller = t->held ? t->held : caller;
}

void sim_work_hold(const void *caller) {
    runtime_thread()->held = caller;
}

void sim_work_called(const char *name) {
    static RuntimeCall of[32];
    const void *caller = runtime_thread()->caller; // who leaves forgets it
    Runtime *r = runtime_enter();
    if (!r) return;
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        if (!of[i].seen.name) of[i].seen.name = name;
        if (strcmp(of[i].seen.name, name) != 0) continue;
        runtime_count(&of[i]);
        break;
    }
    runtime_leave_alive(r, cudaSuccess);
    runtime_thread()->caller = caller;
}

void sim_work_deadlock(const char *message, const char *hint) {
    Runtime *r = runtime_enter();
    if (!r) return;
    host_note(r, SIM_TRAP_DEADLOCK, hint, "%s", message);
    runtime_leave_alive(r, cudaSuccess);
}
