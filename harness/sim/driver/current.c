// The state of contexts: each thread's stack of them, the primary ones. A
// thread's device is that of its uppermost context.
#include "sim/driver/driver.h"

#include "base/heap.h"

enum { STACK_MOST = 64 };

static __thread struct {
    SimContext *at[STACK_MOST];
    int n;
    int before; // the thread's device while it was empty
} stack;

static SimContext primaries[DEVICES_MOST];
static bool started;
static unsigned long long ids;

void driver_start(void) {
    started = true;
}

bool driver_has_device(int device) {
    return device >= 0 && device < runtime_state()->ndevices;
}

// ---- the current one

SimContext *context_primary(int device) {
    SimContext *c = &primaries[device];
    if (c->primary) return c;
    Runtime *r = runtime_lock();
    *c = (SimContext){.device = device, .primary = true, .id = ++ids};
    handle_add(r, &c->handle, HANDLE_CONTEXT);
    runtime_unlock();
    return c;
}

bool context_is_active(const SimContext *c) {
    return c->uses || runtime_is_used();
}

SimContext *context_current(void) {
    const Thread *me = runtime_thread();
    if (!stack.n) return me->uses_runtime ? context_primary(me->device) : NULL;
    SimContext **top = &stack.at[stack.n - 1];
    // cudaSetDevice has chosen another.
    if ((*top)->device != me->device) *top = context_primary(me->device);
    return *top;
}

CuResult context_ready(Wants w) {
    bool on = started || runtime_is_begun();
    if (w == WANTS_NOTHING) return CUDA_SUCCESS;
    if (!on) return CUDA_ERROR_NOT_INITIALIZED;
    if (w == WANTS_START) return CUDA_SUCCESS;
    const SimContext *c = context_current();
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    return c->handle.dead ? CUDA_ERROR_CONTEXT_IS_DESTROYED : CUDA_SUCCESS;
}

CuResult context_push(SimContext *c) {
    Thread *me = runtime_thread();
    if (stack.n == STACK_MOST) return CUDA_ERROR_OUT_OF_MEMORY;
    if (!stack.n) stack.before = me->device;
    stack.at[stack.n++] = c;
    me->device = c->device;
    return CUDA_SUCCESS;
}

SimContext *context_pop(void) {
    Thread *me = runtime_thread();
    SimContext *c = context_current();
    if (!stack.n) return NULL;
    stack.n--;
    me->device = stack.n ? stack.at[stack.n - 1]->device : stack.before;
    return c;
}

SimContext *context_find(CuContext c) {
    Runtime *r = runtime_lock();
    SimContext *found = handle_find(r, c, HANDLE_CONTEXT);
    runtime_unlock();
    return found;
}

CuResult context_new(CuContext *out, unsigned flags, int device) {
    enum { KNOWN = 0xff };
    if (!out || flags > KNOWN) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    Runtime *r = runtime_lock();
    SimContext *c = heap_new(1, sizeof *c);
    *c = (SimContext){.device = device, .flags = flags, .id = ++ids};
    handle_add(r, &c->handle, HANDLE_CONTEXT);
    runtime_unlock();
    *out = c;
    return context_push(c);
}
