// Streams and events of the CUDA runtime. Work has been executed by the time
// that the call which queued it returns (runtime.h): only its times are queued.
#include "base/heap.h"
#include "sim/runtime.h"

#include <string.h>

#define ENTER()                                                                \
    Runtime *r = runtime_enter();                                              \
    if (!r) return cudaErrorInitializationError

// ---- streams

enum { HIGHEST = -5 };

CudaError cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = 0;
    *greatest = HIGHEST;
    return cudaSuccess;
}

CudaError cudaStreamCreateWithFlags(CudaStream *s, unsigned flags) {
    ENTER();
    SimStream *st = heap_new(1, sizeof *st);
    st->blocking = !(flags & 1);
    st->ready_us = r->host_us;
    st->next = r->streams;
    r->streams = *s = st;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamCreate(CudaStream *s) {
    return cudaStreamCreateWithFlags(s, 0);
}

CudaError cudaStreamCreateWithPriority(CudaStream *s, unsigned flags,
                                       int priority) {
    CudaError e = cudaStreamCreateWithFlags(s, flags);
    priority = max_of(min_of(priority, 0), HIGHEST);
    if (e == cudaSuccess) (*s)->priority = priority;
    return e;
}

static bool is_stream(const Runtime *r, CudaStream s) {
    if ((uintptr_t)s <= 2) return true;
    for (SimStream *o = r->streams; o; o = o->next)
        if (o == s) return true;
    return false;
}

CudaError cudaStreamDestroy(CudaStream s) {
    ENTER();
    for (SimStream **o = &r->streams; *o; o = &(*o)->next) {
        if (*o != s) continue;
        *o = s->next;
        heap_free(s);
        return runtime_leave(r, cudaSuccess);
    }
    return runtime_leave(r, cudaErrorInvalidResourceHandle);
}

CudaError cudaStreamSynchronize(CudaStream s) {
    ENTER();
    if (!is_stream(r, s))
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    runtime_wait(r, s);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamQuery(CudaStream s) {
    return cudaStreamSynchronize(s);
}

CudaError cudaStreamWaitEvent(CudaStream s, CudaEvent e, unsigned flags) {
    (void)flags;
    ENTER();
    if (!is_stream(r, s) || !e)
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    SimStream *st = runtime_stream(r, s);
    if (e->recorded && e->us > st->ready_us) st->ready_us = e->us;
    return runtime_leave(r, cudaSuccess);
}

// ---- asking about streams

// Fills in what is true of s, or returns an error.
static CudaError stream_fact(CudaStream s, int *priority, unsigned *flags) {
    ENTER();
    if (!is_stream(r, s))
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    const SimStream *st = runtime_stream(r, s);
    if (priority) *priority = st->priority;
    if (flags) *flags = !st->blocking;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamGetPriority(CudaStream s, int *priority) {
    return stream_fact(s, priority, NULL);
}

CudaError cudaStreamGetFlags(CudaStream s, unsigned *flags) {
    return stream_fact(s, NULL, flags);
}

CudaError cudaStreamGetId(CudaStream s, unsigned long long *id) {
    *id = (unsigned long long)(uintptr_t)s;
    return stream_fact(s, NULL, NULL);
}

CudaError cudaStreamGetDevice(CudaStream s, int *device) {
    *device = 0;
    return stream_fact(s, NULL, NULL);
}

// Nothing is ever captured: there are no graphs yet.
CudaError cudaStreamIsCapturing(CudaStream s, int *status) {
    *status = 0;
    return stream_fact(s, NULL, NULL);
}

CudaError cudaThreadExchangeStreamCaptureMode(int *mode) {
    (void)mode;
    return cudaSuccess;
}

// Cache policies and the like: hints that the model does not weigh.
CudaError cudaStreamSetAttribute(CudaStream s, int which, const void *value) {
    (void)which, (void)value;
    return stream_fact(s, NULL, NULL);
}

CudaError cudaStreamGetAttribute(CudaStream s, int which, void *value) {
    (void)which;
    memset(value, 0, sizeof(uint32_t[16]));
    return stream_fact(s, NULL, NULL);
}

CudaError cudaStreamCopyAttributes(CudaStream to, CudaStream from) {
    CudaError e = stream_fact(to, NULL, NULL);
    return e ? e : stream_fact(from, NULL, NULL);
}

CudaError cudaStreamAttachMemAsync(CudaStream s, void *p, size_t n,
                                   unsigned flags) {
    (void)p, (void)n, (void)flags;
    return stream_fact(s, NULL, NULL);
}

// ---- host functions
//
// What comes before on the stream has been executed: they run at once.

CudaError cudaLaunchHostFunc(CudaStream s, void (*fn)(void *), void *ctx) {
    CudaError e = cudaStreamSynchronize(s);
    if (e == cudaSuccess) fn(ctx);
    return e;
}

CudaError cudaStreamAddCallback(CudaStream s,
                                void (*fn)(CudaStream, CudaError, void *),
                                void *ctx, unsigned flags) {
    (void)flags;
    CudaError e = cudaStreamSynchronize(s);
    fn(s, e, ctx);
    return e;
}

// ---- events

CudaError cudaEventCreateWithFlags(CudaEvent *e, unsigned flags) {
    ENTER();
    *e = heap_new(1, sizeof **e);
    (*e)->timed = !(flags & 2);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaEventCreate(CudaEvent *e) {
    return cudaEventCreateWithFlags(e, 0);
}

CudaError cudaEventDestroy(CudaEvent e) {
    ENTER();
    heap_free(e);
    return runtime_leave(r, e ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CudaError cudaEventRecordWithFlags(CudaEvent e, CudaStream s, unsigned flags) {
    (void)flags;
    ENTER();
    if (!e || !is_stream(r, s))
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    SimStream *st = runtime_stream(r, s);
    e->us = st->ready_us > r->host_us ? st->ready_us : r->host_us;
    e->recorded = true;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaEventRecord(CudaEvent e, CudaStream s) {
    return cudaEventRecordWithFlags(e, s, 0);
}

CudaError cudaEventSynchronize(CudaEvent e) {
    ENTER();
    if (!e) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (e->recorded && e->us > r->host_us) r->host_us = e->us;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaEventQuery(CudaEvent e) {
    return cudaEventSynchronize(e);
}

CudaError cudaEventElapsedTime(float *ms, CudaEvent from, CudaEvent to) {
    ENTER();
    if (!from || !to || !from->recorded || !to->recorded || !from->timed ||
        !to->timed)
        return runtime_leave(r, cudaErrorInvalidResourceHandle);
    *ms = (float)((to->us - from->us) / 1e3);
    return runtime_leave(r, cudaSuccess);
}

PER_THREAD(cudaStreamSynchronize, _ptsz)
PER_THREAD(cudaStreamQuery, _ptsz)
PER_THREAD(cudaStreamWaitEvent, _ptsz)
PER_THREAD(cudaStreamGetPriority, _ptsz)
PER_THREAD(cudaStreamGetFlags, _ptsz)
PER_THREAD(cudaStreamGetId, _ptsz)
PER_THREAD(cudaStreamGetDevice, _ptsz)
PER_THREAD(cudaStreamIsCapturing, _ptsz)
PER_THREAD(cudaStreamSetAttribute, _ptsz)
PER_THREAD(cudaStreamGetAttribute, _ptsz)
PER_THREAD(cudaStreamCopyAttributes, _ptsz)
PER_THREAD(cudaStreamAttachMemAsync, _ptsz)
PER_THREAD(cudaStreamAddCallback, _ptsz)
PER_THREAD(cudaLaunchHostFunc, _ptsz)
PER_THREAD(cudaEventRecord, _ptsz)
PER_THREAD(cudaEventRecordWithFlags, _ptsz)
