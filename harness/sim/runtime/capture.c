#include "sim/runtime/capture.h"

#include "base/vec.h"

static bool concerns(const Runtime *r, const Capture *c) {
    int own = r->thread->capture_mode;
    if (c->mode == CAPTURE_RELAXED || own == CAPTURE_RELAXED) return false;
    // A global capture forbids it to all threads that do not say otherwise, a
    // thread's own one to itself.
    if (c->thread == r->thread) return true;
    return c->mode == CAPTURE_GLOBAL && own == CAPTURE_GLOBAL;
}

bool capture_holds_default(const Capture *c) {
    return c->origin->blocking;
}

CudaError capture_forbids(Runtime *r, bool uses_default_stream) {
    for (Capture *c = r->captures; c; c = c->next) {
        if (uses_default_stream && capture_holds_default(c) &&
            c->origin->device == r->dev) {
            c->spoiled = true;
            return cudaErrorStreamCaptureImplicit;
        }
        if (uses_default_stream || !concerns(r, c)) continue;
        c->spoiled = true;
        return cudaErrorStreamCaptureUnsupported;
    }
    return cudaSuccess;
}

CudaError capture_device_wait(Runtime *r) {
    CudaError e = cudaSuccess;
    for (Capture *c = r->captures; c; c = c->next) {
        if (c->origin->device != r->dev) continue;
        c->spoiled = true;
        e = cudaErrorStreamCaptureUnsupported;
    }
    return e;
}

void capture_spoil(Capture *c) {
    c->spoiled = true;
}

// The one that began it spoils it; of another its last nodes stay, as they have
// to be joined at the end all the same.
void capture_stream_ends(SimStream *s) {
    Capture *c = s->capture;
    if (!c) return;
    if (c->origin == s) c->spoiled = true;
    for (int i = 0; i < s->tips.n; i++)
        nodes_add(&c->left, s->tips.at[i]);
}

struct SimNode *capture_add(Runtime *r, SimStream *s, const Task *task,
                            CudaError *e) {
    Capture *c = s->capture;
    if (c->spoiled) {
        *e = cudaErrorStreamCaptureInvalidated;
        return NULL;
    }
    Task own = *task;
    own.device = r->dev->ordinal;
    own.caller = r->thread->caller;
    SimNode *n = graph_add(r, c->graph, &own, s->tips.at, (size_t)s->tips.n);
    s->tips.n = 0;
    vec_push(&s->tips, n);
    *e = cudaSuccess;
    return n;
}

CudaError capture_record(Runtime *r, SimEvent *e, SimStream *s) {
    (void)r;
    if (s->capture->spoiled) return cudaErrorStreamCaptureInvalidated;
    e->capture = s->capture;
    e->capture_id = s->capture->id;
    nodes_copy(&e->tips, &s->tips);
    return cudaSuccess;
}

static CudaError spoil(Capture *c, CudaError e) {
    c->spoiled = true;
    return e;
}

CudaError capture_wait(Runtime *r, SimStream *s, SimEvent *e) {
    if (s->capture && s->capture->spoiled)
        return cudaErrorStreamCaptureInvalidated;
    if (!e->capture) return spoil(s->capture, cudaErrorStreamCaptureIsolation);
    if (s == &s->device->zero)
        return spoil(e->capture, cudaErrorStreamCaptureImplicit);
    if (s->capture && s->capture != e->capture) {
        s->capture->spoiled = true;
        return spoil(e->capture, cudaErrorStreamCaptureMerge);
    }
    (void)r;
    s->capture = e->capture;
    for (int i = 0; i < e->tips.n; i++)
        nodes_add(&s->tips, e->tips.at[i]);
    return cudaSuccess;
}
