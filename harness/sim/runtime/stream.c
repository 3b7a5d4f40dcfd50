// The streams of a device: made, and found by what programs pass.
#include "sim/runtime/piece.h"

#include "base/heap.h"

SimStream *stream_new(Runtime *r, unsigned flags, int priority) {
    SimStream *s = heap_new(1, sizeof *s);
    s->device = r->dev;
    s->blocking = !(flags & 1);
    s->priority = max_of(min_of(priority, 0), STREAM_HIGHEST);
    s->id = r->ids++;
    s->next = r->dev->streams;
    r->dev->streams = s;
    handle_add(r, &s->handle, HANDLE_STREAM);
    pieces_start(r);
    return s;
}

// 0 and 1 are the default stream of the device, 2 is the thread's own.
SimStream *runtime_stream(Runtime *r, CudaStream s) {
    if ((uintptr_t)s <= 1) return &r->dev->zero;
    if ((uintptr_t)s > 2) return handle_find(r, s, HANDLE_STREAM);
    SimStream **own = &r->thread->streams[r->dev->ordinal];
    if (!*own) {
        *own = stream_new(r, 0, 0);
        (*own)->handle.made_at = NULL; // nobody has to destroy it
    }
    return *own;
}
