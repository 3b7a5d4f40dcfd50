// Streams of the CUDA runtime. Work has been executed by the time that the call
// which queued it returns (runtime.h): only its times are queued.
#include "base/heap.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/task.h"

#include <string.h>

// ---- making

CudaError cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least) *least = 0;
    if (greatest) *greatest = STREAM_HIGHEST;
    return cudaSuccess;
}

static CudaError create(CudaStream *s, unsigned flags, int priority) {
    ENTER();
    if (!s || flags > 1) return runtime_leave(r, cudaErrorInvalidValue);
    if (r->dev->sticky) return runtime_leave(r, r->dev->sticky);
    *s = stream_new(r, flags, priority);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamCreate(CudaStream *s) {
    CALLED();
    return create(s, 0, 0);
}

CudaError cudaStreamCreateWithFlags(CudaStream *s, unsigned flags) {
    CALLED();
    return create(s, flags, 0);
}

CudaError cudaStreamCreateWithPriority(CudaStream *s, unsigned flags,
                                       int priority) {
    CALLED();
    return create(s, flags, priority);
}

// Work in it ends all the same.
CudaError cudaStreamDestroy(CudaStream p) {
    CALLED();
    ENTER();
    SimStream *s = (uintptr_t)p > 2 ? runtime_stream(r, p) : NULL;
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    capture_stream_ends(s);
    for (SimStream **o = &s->device->streams; *o; o = &(*o)->next) {
        if (*o != s) continue;
        *o = s->next;
        break;
    }
    if (s->blocking) stream_knows(r, &s->device->zero, &s->done);
    job_release(s->last);
    s->last = NULL;
    handle_end(r, &s->handle);
    return runtime_leave(r, cudaSuccess);
}

// ---- waiting

// NULL: *e says why, a capture is spoiled by it.
static SimStream *stream_to_wait_for(Runtime *r, CudaStream p, CudaError *e) {
    SimStream *s = runtime_stream(r, p);
    *e = s ? cudaSuccess : cudaErrorInvalidResourceHandle;
    if (s && s->capture) {
        capture_spoil(s->capture);
        *e = cudaErrorStreamCaptureUnsupported;
    } else if (s && s == &s->device->zero) {
        *e = capture_forbids(r, true);
    }
    return *e ? NULL : s;
}

CudaError cudaStreamSynchronize(CudaStream p) {
    CALLED();
    ENTER();
    CudaError e;
    if (stream_to_wait_for(r, p, &e)) runtime_wait(r, p);
    return runtime_leave(r, e);
}

CudaError cudaStreamQuery(CudaStream p) {
    CALLED();
    ENTER();
    CudaError e;
    SimStream *s = stream_to_wait_for(r, p, &e);
    if (s) e = stream_query(r, s);
    return runtime_leave(r, e);
}

CudaError cudaStreamWaitEvent(CudaStream p, CudaEvent event, unsigned flags) {
    enum { EXTERNAL = 1 };
    CALLED();
    ENTER();
    SimStream *s = runtime_stream(r, p);
    SimEvent *e = handle_find(r, event, HANDLE_EVENT);
    if (!s || !e) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (flags > EXTERNAL) return runtime_leave(r, cudaErrorInvalidValue);
    if (s->capture && flags == EXTERNAL) {
        Task task = {.kind = TASK_WAIT, .event = e};
        return runtime_leave(r, task_submit(r, &task, p));
    }
    if (s->capture || e->capture)
        return runtime_leave(r, capture_wait(r, s, e));
    clock_spend(r, spend_us(SPEND_WAIT));
    if (e->recorded) stream_knows(r, s, &e->done);
    if (e->recorded && !job_has_passed(r, e->job)) stream_after(r, s, e->job);
    return runtime_leave(r, cudaSuccess);
}

// ---- asking about streams

// Fills in what is true of s, or returns an error.
static CudaError stream_fact(CudaStream p, int *priority, unsigned *flags,
                             int *device, unsigned long long *id) {
    ENTER();
    const SimStream *s = runtime_stream(r, p);
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (priority) *priority = s->priority;
    if (flags) *flags = !s->blocking;
    if (device) *device = s->device->ordinal;
    if (id) *id = s->id;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamGetPriority(CudaStream s, int *priority) {
    CALLED();
    return stream_fact(s, priority, NULL, NULL, NULL);
}

CudaError cudaStreamGetFlags(CudaStream s, unsigned *flags) {
    CALLED();
    return stream_fact(s, NULL, flags, NULL, NULL);
}

CudaError cudaStreamGetId(CudaStream s, unsigned long long *id) {
    CALLED();
    return stream_fact(s, NULL, NULL, NULL, id);
}

CudaError cudaStreamGetDevice(CudaStream s, int *device) {
    CALLED();
    return stream_fact(s, NULL, NULL, device, NULL);
}

// Cache policies and the like: hints that the model does not weigh.
CudaError cudaStreamSetAttribute(CudaStream s, int which, const void *value) {
    (void)which, (void)value;
    CALLED();
    return stream_fact(s, NULL, NULL, NULL, NULL);
}

CudaError cudaStreamGetAttribute(CudaStream s, int which, void *value) {
    (void)which;
    CALLED();
    memset(value, 0, sizeof(uint32_t[16]));
    return stream_fact(s, NULL, NULL, NULL, NULL);
}

CudaError cudaStreamCopyAttributes(CudaStream to, CudaStream from) {
    CALLED();
    CudaError e = stream_fact(to, NULL, NULL, NULL, NULL);
    return e ? e : stream_fact(from, NULL, NULL, NULL, NULL);
}

CudaError cudaStreamAttachMemAsync(CudaStream s, void *p, size_t n,
                                   unsigned flags) {
    enum { GLOBAL = 1, HOST = 2, SINGLE = 4 };
    CALLED();
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)(uintptr_t)p);
    bool ok = a && a->kind == ALLOC_MANAGED && (!n || n == a->hi - a->lo) &&
              (flags == GLOBAL || flags == HOST || flags == SINGLE);
    if (!runtime_stream(r, s))
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- host functions
//
// Callbacks of the host. Earlier work of the stream has been executed, so they
// run at once.

CudaError cudaLaunchHostFunc(CudaStream s, void (*fn)(void *), void *ctx) {
    CALLED();
    ENTER();
    Task task = {.kind = TASK_HOST, .host = {fn, ctx}};
    return runtime_leave(r, task_submit(r, &task, s));
}

typedef struct Callback {
    void (*fn)(CudaStream, CudaError, void *);
    CudaStream stream;
    CudaError e;
    void *ctx;
} Callback;

static void call_back(void *ctx) {
    const Callback *c = ctx;
    c->fn(c->stream, c->e, c->ctx);
}

// A callback is called whatever happened before, and not in graphs.
CudaError cudaStreamAddCallback(CudaStream p,
                                void (*fn)(CudaStream, CudaError, void *),
                                void *ctx, unsigned flags) {
    CALLED();
    ENTER();
    SimStream *s = runtime_stream(r, p);
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (!fn || flags) return runtime_leave(r, cudaErrorInvalidValue);
    if (s->capture) {
        capture_spoil(s->capture);
        return runtime_leave(r, cudaErrorStreamCaptureUnsupported);
    }
    Callback c = {fn, p, r->dev->sticky, ctx};
    host_knows_stream(r, s);
    host_watch_function();
    runtime_unlocked(r, call_back, &c);
    host_execute(r, s);
    return runtime_leave(r, cudaSuccess);
}

PER_THREAD(cudaStreamSynchronize, _ptsz)
PER_THREAD(cudaStreamQuery, _ptsz)
PER_THREAD(cudaStreamWaitEvent, _ptsz)
PER_THREAD(cudaStreamGetPriority, _ptsz)
PER_THREAD(cudaStreamGetFlags, _ptsz)
PER_THREAD(cudaStreamGetId, _ptsz)
PER_THREAD(cudaStreamGetDevice, _ptsz)
PER_THREAD(cudaStreamSetAttribute, _ptsz)
PER_THREAD(cudaStreamGetAttribute, _ptsz)
PER_THREAD(cudaStreamCopyAttributes, _ptsz)
PER_THREAD(cudaStreamAttachMemAsync, _ptsz)
PER_THREAD(cudaStreamAddCallback, _ptsz)
PER_THREAD(cudaLaunchHostFunc, _ptsz)
