// Stream capture of the CUDA runtime (capture.h).
#include "sim/runtime/capture.h"

#include "base/heap.h"
#include "base/vec.h"

enum { STATUS_NONE, STATUS_ACTIVE, STATUS_INVALIDATED };

// ---- beginning and ending

static CudaError capture_begin(CudaStream stream, SimGraph *into,
                               const CudaNode *before, size_t n, int mode) {
    ENTER();
    SimStream *s = runtime_stream(r, stream);
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (s == &s->device->zero)
        return runtime_leave(r, cudaErrorStreamCaptureUnsupported);
    if (mode < CAPTURE_GLOBAL || mode > CAPTURE_RELAXED)
        return runtime_leave(r, cudaErrorInvalidValue);
    if (s->capture) return runtime_leave(r, cudaErrorIllegalState);
    Capture *c = heap_new(1, sizeof *c);
    *c = (Capture){.graph = into ? into : graph_new(r),
                   .id = r->ids++,
                   .mode = (CaptureMode)mode,
                   .origin = s,
                   .thread = r->thread,
                   .into_given = into != NULL,
                   .next = r->captures};
    r->captures = s->capture = c;
    s->tips.n = 0;
    for (size_t i = 0; i < n; i++)
        nodes_add(&s->tips, before[i]);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaStreamBeginCapture(CudaStream s, int mode) {
    CALLED();
    return capture_begin(s, NULL, NULL, 0, mode);
}

CudaError cudaStreamBeginCaptureToGraph(CudaStream s, CudaGraph g,
                                        const CudaNode *before,
                                        const EdgeData *edges, size_t n,
                                        int mode) {
    (void)edges;
    CALLED();
    return capture_begin(s, g, before, n, mode);
}

static bool comes_before(const SimNode *n, const SimNode *last) {
    if (n == last) return true;
    for (int i = 0; i < last->before.n; i++)
        if (comes_before(n, last->before.at[i])) return true;
    return false;
}

// All that other streams captured must come before what the first one ends on.
static bool is_joined(const Capture *c, const NodeList *tips) {
    for (int i = 0; i < tips->n; i++) {
        bool found = false;
        for (int k = 0; k < c->origin->tips.n && !found; k++)
            found = comes_before(tips->at[i], c->origin->tips.at[k]);
        if (!found) return false;
    }
    return true;
}

typedef struct Leaving {
    Capture *c;
    bool joined;
} Leaving;

static void leave_stream(void *ctx, Handle *h) {
    Leaving *l = ctx;
    SimStream *s = (SimStream *)h;
    if (s->capture != l->c) return;
    if (s != l->c->origin && !is_joined(l->c, &s->tips)) l->joined = false;
    if (s == l->c->origin) return;
    s->capture = NULL;
    s->tips.n = 0;
}

static void leave_event(void *ctx, Handle *h) {
    SimEvent *e = (SimEvent *)h;
    if (e->capture == ((Leaving *)ctx)->c) e->capture = NULL;
}

static void drop(Runtime *r, Capture *c) {
    for (Capture **at = &r->captures; *at; at = &(*at)->next) {
        if (*at != c) continue;
        *at = c->next;
        break;
    }
    c->origin->capture = NULL;
    heap_free(c->left.at);
    heap_free(c);
}

CudaError cudaStreamEndCapture(CudaStream stream, CudaGraph *out) {
    CALLED();
    ENTER();
    SimStream *s = runtime_stream(r, stream);
    if (out) *out = NULL;
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    Capture *c = s->capture;
    if (!c) return runtime_leave(r, cudaErrorIllegalState);
    if (c->origin != s) {
        capture_spoil(c);
        return runtime_leave(r, cudaErrorStreamCaptureUnmatched);
    }
    if (c->thread != r->thread && c->mode != CAPTURE_RELAXED)
        return runtime_leave(r, cudaErrorStreamCaptureWrongThread);
    Leaving l = {c, is_joined(c, &c->left)};
    handle_each(HANDLE_STREAM, leave_stream, &l);
    handle_each(HANDLE_EVENT, leave_event, &l);
    CudaError e = c->spoiled  ? cudaErrorStreamCaptureInvalidated
                  : !l.joined ? cudaErrorStreamCaptureUnjoined
                              : cudaSuccess;
    if (e && !c->into_given) graph_end(r, c->graph);
    if (!e && out) *out = c->graph;
    if (!e && !c->into_given) c->graph->handle.made_at = r->thread->caller;
    drop(r, c);
    return runtime_leave(r, e);
}

// ---- asking

static int status_of(const SimStream *s) {
    if (!s->capture) return STATUS_NONE;
    return s->capture->spoiled ? STATUS_INVALIDATED : STATUS_ACTIVE;
}

// The default stream has no answer while another's capture holds it.
static SimStream *stream_to_ask(Runtime *r, CudaStream stream, CudaError *e) {
    SimStream *s = runtime_stream(r, stream);
    *e = s ? cudaSuccess : cudaErrorInvalidResourceHandle;
    if (!s || s != &s->device->zero) return s;
    for (Capture *c = r->captures; c && !*e; c = c->next)
        if (capture_holds_default(c) && c->origin->device == s->device)
            *e = cudaErrorStreamCaptureImplicit;
    return *e ? NULL : s;
}

CudaError cudaStreamIsCapturing(CudaStream stream, int *status) {
    CALLED();
    ENTER();
    CudaError e;
    const SimStream *s = stream_to_ask(r, stream, &e);
    if (s && !status) e = cudaErrorInvalidValue;
    if (!e) *status = status_of(s);
    return runtime_leave(r, e);
}

typedef struct CaptureInfo {
    int *status;
    unsigned long long *id;
    CudaGraph *graph;
    const CudaNode **tips;
    const EdgeData **edges;
    size_t *ntips;
} CaptureInfo;

static CudaError info(CudaStream stream, const CaptureInfo *i, bool is_short) {
    ENTER();
    CudaError e;
    const SimStream *s = stream_to_ask(r, stream, &e);
    if (s && !i->status) e = cudaErrorInvalidValue;
    if (e) return runtime_leave(r, e);
    *i->status = status_of(s);
    bool active = *i->status == STATUS_ACTIVE;
    if (active && i->id) *i->id = s->capture->id;
    if (is_short) return runtime_leave(r, cudaSuccess);
    if (active && i->graph) *i->graph = s->capture->graph;
    if (active && i->tips) *i->tips = s->tips.at;
    if (i->edges) *i->edges = NULL;
    if (active && i->ntips) *i->ntips = (size_t)s->tips.n;
    return runtime_leave(r, cudaSuccess);
}

// Before 13 this has the first three parameters alone.
CudaError cudaStreamGetCaptureInfo(CudaStream s, int *status,
                                   unsigned long long *id, CudaGraph *graph,
                                   const CudaNode **tips,
                                   const EdgeData **edges, size_t *ntips) {
    CALLED();
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    bool is_short = runtime_made_by(r) < 13000;
    const void *caller = r->thread->caller;
    runtime_leave_alive(r, cudaSuccess);
    runtime_thread()->caller = caller;
    CaptureInfo i = {status, id, graph, tips, edges, ntips};
    return info(s, &i, is_short);
}

CudaError cudaStreamGetCaptureInfo_v2(CudaStream s, int *status,
                                      unsigned long long *id, CudaGraph *graph,
                                      const CudaNode **tips, size_t *ntips) {
    CALLED();
    CaptureInfo i = {status, id, graph, tips, NULL, ntips};
    return info(s, &i, false);
}

CudaError cudaStreamGetCaptureInfo_v3(CudaStream s, int *status,
                                      unsigned long long *id, CudaGraph *graph,
                                      const CudaNode **tips,
                                      const EdgeData **edges, size_t *ntips) {
    CALLED();
    CaptureInfo i = {status, id, graph, tips, edges, ntips};
    return info(s, &i, false);
}

static CudaError update_tips(CudaStream stream, CudaNode *nodes, size_t n,
                             unsigned flags) {
    enum { ADD, SET };
    ENTER();
    SimStream *s = runtime_stream(r, stream);
    if (!s) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (!s->capture) return runtime_leave(r, cudaErrorIllegalState);
    if (flags > SET) return runtime_leave(r, cudaErrorInvalidValue);
    if (flags == SET) s->tips.n = 0;
    for (size_t i = 0; i < n; i++)
        nodes_add(&s->tips, nodes[i]);
    return runtime_leave(r, cudaSuccess);
}

// With edge data from 13 on, and as _v2 in 12.3 and later.
CudaError cudaStreamUpdateCaptureDependencies_v2(CudaStream s, CudaNode *nodes,
                                                 const EdgeData *edges,
                                                 size_t n, unsigned flags) {
    (void)edges;
    CALLED();
    return update_tips(s, nodes, n, flags);
}

CudaError cudaStreamUpdateCaptureDependencies(CudaStream s, CudaNode *nodes,
                                              uintptr_t a, size_t b,
                                              unsigned c) {
    CALLED();
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    bool is_13 = runtime_made_by(r) >= 13000;
    runtime_leave_alive(r, cudaSuccess);
    return is_13 ? update_tips(s, nodes, b, c)
                 : update_tips(s, nodes, a, (unsigned)b);
}

CudaError cudaThreadExchangeStreamCaptureMode(int *mode) {
    CALLED();
    ENTER();
    if (!mode || *mode < CAPTURE_GLOBAL || *mode > CAPTURE_RELAXED)
        return runtime_leave(r, cudaErrorInvalidValue);
    int was = r->thread->capture_mode;
    r->thread->capture_mode = *mode;
    *mode = was;
    return runtime_leave_alive(r, cudaSuccess);
}

PER_THREAD(cudaStreamBeginCapture, _ptsz)
PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz)
PER_THREAD(cudaStreamEndCapture, _ptsz)
PER_THREAD(cudaStreamIsCapturing, _ptsz)
PER_THREAD(cudaStreamGetCaptureInfo, _ptsz)
PER_THREAD(cudaStreamGetCaptureInfo_v2, _ptsz)
PER_THREAD(cudaStreamGetCaptureInfo_v3, _ptsz)
PER_THREAD(cudaStreamUpdateCaptureDependencies, _ptsz)
PER_THREAD(cudaStreamUpdateCaptureDependencies_v2, _ptsz)
