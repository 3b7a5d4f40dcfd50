// Events of the CUDA runtime: places on the modelled timeline.
#include "base/heap.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/task.h"

enum { BLOCKING_SYNC = 1, NO_TIMING = 2, INTERPROCESS = 4 };

static CudaError create(CudaEvent *e, unsigned flags) {
    enum { KNOWN = 7 };
    ENTER();
    if (!e || flags > KNOWN || ((flags & INTERPROCESS) && !(flags & NO_TIMING)))
        return runtime_leave(r, cudaErrorInvalidValue);
    if (r->dev->sticky) return runtime_leave(r, r->dev->sticky);
    SimEvent *made = heap_new(1, sizeof *made);
    made->device = r->dev;
    made->timed = !(flags & NO_TIMING);
    handle_add(r, &made->handle, HANDLE_EVENT);
    *e = made;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaEventCreate(CudaEvent *e) {
    CALLED();
    return create(e, 0);
}

CudaError cudaEventCreateWithFlags(CudaEvent *e, unsigned flags) {
    CALLED();
    return create(e, flags);
}

static SimEvent *event_find(Runtime *r, CudaEvent e) {
    return handle_find(r, e, HANDLE_EVENT);
}

CudaError cudaEventDestroy(CudaEvent event) {
    CALLED();
    ENTER();
    SimEvent *e = event_find(r, event);
    if (!e) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    job_release(e->job);
    e->job = NULL;
    handle_end(r, &e->handle);
    return runtime_leave(r, cudaSuccess);
}

// ---- recording

static CudaError record(CudaEvent event, CudaStream stream, unsigned flags) {
    enum { EXTERNAL = 1 };
    ENTER();
    SimEvent *e = event_find(r, event);
    SimStream *s = runtime_stream(r, stream);
    if (!e || !s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (flags > EXTERNAL) return runtime_leave(r, cudaErrorInvalidValue);
    if (e->device != s->device) {
        host_note(r, SIM_TRAP_OTHER_STREAM,
                  "An event belongs to the device that was current when it was "
                  "made.",
                  "An event of device %d is recorded in a stream of device %d",
                  e->device->ordinal, s->device->ordinal);
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    }
    if (s->capture && flags != EXTERNAL)
        return runtime_leave(r, capture_record(r, e, s));
    Task task = {.kind = TASK_RECORD, .event = e};
    return runtime_leave(r, task_submit(r, &task, stream));
}

CudaError cudaEventRecord(CudaEvent e, CudaStream s) {
    CALLED();
    return record(e, s, 0);
}

CudaError cudaEventRecordWithFlags(CudaEvent e, CudaStream s, unsigned flags) {
    CALLED();
    return record(e, s, flags);
}

// ---- waiting and asking

// NULL: *error says why.
static SimEvent *event_to_ask(Runtime *r, CudaEvent event, CudaError *error) {
    SimEvent *e = event_find(r, event);
    *error = e ? cudaSuccess : cudaErrorInvalidResourceHandle;
    if (!e || !e->capture) return e;
    capture_spoil(e->capture);
    *error = cudaErrorCapturedEvent;
    return NULL;
}

CudaError cudaEventSynchronize(CudaEvent event) {
    CALLED();
    ENTER();
    CudaError error;
    SimEvent *e = event_to_ask(r, event, &error);
    if (e && e->recorded) runtime_wait_job(r, e->job);
    if (e && e->recorded) host_knows(r, &e->done);
    return runtime_leave(r, error);
}

CudaError cudaEventQuery(CudaEvent event) {
    CALLED();
    ENTER();
    CudaError error;
    SimEvent *e = event_to_ask(r, event, &error);
    if (e && e->recorded) error = runtime_query(r, e->job);
    if (e && e->recorded && !error) host_knows(r, &e->done);
    return runtime_leave(r, error);
}

static CudaError elapsed(float *ms, CudaEvent from, CudaEvent to) {
    ENTER();
    CudaError e;
    const SimEvent *a = event_to_ask(r, from, &e);
    const SimEvent *b = a ? event_to_ask(r, to, &e) : NULL;
    if (!b) return runtime_leave(r, e);
    if (!a->recorded || !b->recorded || !a->timed || !b->timed ||
        a->device != b->device)
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (!ms) return runtime_leave(r, cudaErrorInvalidValue);
    // An event that has not come when the program asks has no time yet, and the
    // time that asking takes does not help; asking for it again and again is a
    // way to wait, as cudaEventQuery is.
    clock_look(r);
    if (!job_has_passed(r, a->job) || !job_has_passed(r, b->job)) {
        clock_ask(r);
        return runtime_leave(r, cudaErrorNotReady);
    }
    host_knows(r, &a->done);
    host_knows(r, &b->done);
    *ms = (float)((b->job->end_us - a->job->end_us) / 1e3);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaEventElapsedTime(float *ms, CudaEvent from, CudaEvent to) {
    CALLED();
    return elapsed(ms, from, to);
}

CudaError cudaEventElapsedTime_v2(float *ms, CudaEvent from, CudaEvent to) {
    CALLED();
    return elapsed(ms, from, to);
}

double sim_ends_us(void) {
    ENTER();
    double us = 0;
    timeline_drain(&r->timeline, -1);
    for (int d = 0; d < TIMELINE_DEVICES; d++)
        if (r->timeline.devices[d].end_us > us)
            us = r->timeline.devices[d].end_us;
    runtime_leave(r, cudaSuccess);
    return us;
}

double sim_behind_us(void *event) {
    ENTER();
    const SimEvent *e = event_find(r, event);
    double behind = 0;
    timeline_drain(&r->timeline, -1);
    if (e && e->recorded && e->job)
        behind =
            r->timeline.devices[e->device->ordinal].end_us - e->job->end_us;
    runtime_leave(r, cudaSuccess);
    return behind > 0 ? behind : 0;
}

double sim_idle_us(void *event) {
    ENTER();
    const SimEvent *e = event_find(r, event);
    double idle = 0;
    if (e && e->recorded && e->job) {
        timeline_until(&r->timeline, e->job);
        idle = e->job->idle_us;
    }
    runtime_leave(r, cudaSuccess);
    return idle;
}

PER_THREAD(cudaEventRecord, _ptsz)
PER_THREAD(cudaEventRecordWithFlags, _ptsz)
