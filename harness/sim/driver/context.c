// Contexts: those that programs make, and each device's primary one, which the
// runtime uses. All of a device's share its memory, streams and errors.
#include "sim/driver/driver.h"

#include "sim/runtime/clock.h"

// ---- making

CuResult cuCtxCreate_v2(CuContext *out, unsigned flags, int device) {
    DRIVER(WANTS_START);
    return context_new(out, flags, device);
}

CuResult cuCtxCreate_v3(CuContext *out, const void *affinity, int n,
                        unsigned flags, int device) {
    DRIVER(WANTS_START);
    if (affinity || n) return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
    return context_new(out, flags, device);
}

// How a context may share its device is no matter where no other does.
CuResult cuCtxCreate_v4(CuContext *out, const void *params, unsigned flags,
                        int device) {
    (void)params;
    DRIVER(WANTS_START);
    return context_new(out, flags, device);
}

typedef struct Others {
    const SimContext *than;
    int n;
} Others;

static void count_other(void *ctx, Handle *h) {
    Others *o = ctx;
    const SimContext *c = (const SimContext *)h;
    if (c == o->than || c->device != o->than->device) return;
    o->n += !c->primary || context_is_active(c);
}

// A device's memory and modules go with its last context.
static void end_device(Runtime *r, const SimContext *c) {
    Others o = {.than = c};
    handle_each(HANDLE_CONTEXT, count_other, &o);
    if (o.n) return;
    Device *was = r->dev;
    r->dev = &r->devices[c->device];
    runtime_wait_all(r);
    modules_end(r, c->device);
    device_reset(r);
    r->dev = was;
}

CuResult cuCtxDestroy_v2(CuContext context) {
    DRIVER(WANTS_START);
    SimContext *c = context_find(context);
    if (!c || c->primary) return CUDA_ERROR_INVALID_CONTEXT;
    if (context_current() == c) context_pop();
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    end_device(r, c);
    handle_end(r, &c->handle);
    runtime_leave_alive(r, cudaSuccess);
    return CUDA_SUCCESS;
}

// ---- choosing

CuResult cuCtxPushCurrent_v2(CuContext context) {
    DRIVER(WANTS_START);
    SimContext *c = context_find(context);
    return c ? context_push(c) : CUDA_ERROR_INVALID_CONTEXT;
}

CuResult cuCtxPopCurrent_v2(CuContext *context) {
    DRIVER(WANTS_START);
    SimContext *c = context_pop();
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    if (context) *context = c;
    return CUDA_SUCCESS;
}

CuResult cuCtxSetCurrent(CuContext context) {
    DRIVER(WANTS_START);
    SimContext *c = context ? context_find(context) : NULL;
    if (context && !c) return CUDA_ERROR_INVALID_CONTEXT;
    context_pop();
    return c ? context_push(c) : CUDA_SUCCESS;
}

CuResult cuCtxGetCurrent(CuContext *context) {
    DRIVER(WANTS_START);
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    *context = context_current();
    return CUDA_SUCCESS;
}

CuResult cuCtxGetDevice(int *device) {
    DRIVER(WANTS_CONTEXT);
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = context_current()->device;
    return CUDA_SUCCESS;
}

CuResult cuCtxGetDevice_v2(int *device, CuContext context) {
    DRIVER(WANTS_START);
    const SimContext *c = context ? context_find(context) : context_current();
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = c->device;
    return CUDA_SUCCESS;
}

CuResult cuCtxGetFlags(unsigned *flags) {
    enum { MAPS_HOST = 8 };
    DRIVER(WANTS_CONTEXT);
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    *flags = context_current()->flags | MAPS_HOST;
    return CUDA_SUCCESS;
}

CuResult cuCtxSetFlags(unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    context_current()->flags = flags;
    return CUDA_SUCCESS;
}

CuResult cuCtxGetId(CuContext context, unsigned long long *id) {
    DRIVER(WANTS_START);
    const SimContext *c = context ? context_find(context) : context_current();
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    if (!id) return CUDA_ERROR_INVALID_VALUE;
    *id = c->id;
    return CUDA_SUCCESS;
}

CuResult cuCtxGetApiVersion(CuContext context, unsigned *version) {
    enum { SINCE_4_0 = 3020 }; // of the calls ending in _v2
    DRIVER(WANTS_START);
    if (context && !context_find(context)) return CUDA_ERROR_INVALID_CONTEXT;
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = SINCE_4_0;
    return CUDA_SUCCESS;
}

// ---- primary ones

CuResult cuDevicePrimaryCtxRetain(CuContext *context, int device) {
    DRIVER(WANTS_START);
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    *context = context_primary(device);
    (*context)->uses++;
    return CUDA_SUCCESS;
}

CuResult cuDevicePrimaryCtxRelease_v2(int device) {
    DRIVER(WANTS_START);
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    SimContext *c = context_primary(device);
    if (!c->uses) return CUDA_ERROR_INVALID_CONTEXT;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    if (!--c->uses && !context_is_active(c)) end_device(r, c);
    runtime_leave_alive(r, cudaSuccess);
    return CUDA_SUCCESS;
}

CuResult cuDevicePrimaryCtxReset_v2(int device) {
    DRIVER(WANTS_START);
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    const SimContext *c = context_primary(device);
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    end_device(r, c);
    runtime_leave_alive(r, cudaSuccess);
    return CUDA_SUCCESS;
}

CuResult cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
    DRIVER(WANTS_START);
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    context_primary(device)->flags = flags;
    return CUDA_SUCCESS;
}

CuResult cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    DRIVER(WANTS_START);
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    const SimContext *c = context_primary(device);
    if (flags) *flags = c->flags;
    if (active) *active = context_is_active(c);
    return CUDA_SUCCESS;
}

// ---- its device

CuResult cuCtxSynchronize(void) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceSynchronize());
}

CuResult cuCtxSynchronize_v2(CuContext context) {
    DRIVER(WANTS_CONTEXT);
    if (context && !context_find(context)) return CUDA_ERROR_INVALID_CONTEXT;
    return driver_result(cudaDeviceSynchronize());
}

CuResult cuCtxSetLimit(int limit, size_t value) {
    DRIVER(WANTS_CONTEXT);
    CudaError e = cudaDeviceSetLimit(limit, value);
    return limit > 6 ? CUDA_ERROR_UNSUPPORTED_LIMIT : driver_result(e);
}

CuResult cuCtxGetLimit(size_t *value, int limit) {
    DRIVER(WANTS_CONTEXT);
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaDeviceGetLimit(value, limit);
    return limit > 6 ? CUDA_ERROR_UNSUPPORTED_LIMIT : driver_result(e);
}

CuResult cuCtxSetCacheConfig(int config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceSetCacheConfig(config));
}

CuResult cuCtxGetCacheConfig(int *config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceGetCacheConfig(config));
}

CuResult cuCtxSetSharedMemConfig(int config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceSetSharedMemConfig(config));
}

CuResult cuCtxGetSharedMemConfig(int *config) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceGetSharedMemConfig(config));
}

CuResult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDeviceGetStreamPriorityRange(least, greatest));
}

CuResult cuCtxResetPersistingL2Cache(void) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaCtxResetPersistingL2Cache());
}

CuResult cuCtxEnablePeerAccess(CuContext context, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    const SimContext *c = context_find(context);
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    return driver_result(cudaDeviceEnablePeerAccess(c->device, flags));
}

CuResult cuCtxDisablePeerAccess(CuContext context) {
    DRIVER(WANTS_CONTEXT);
    const SimContext *c = context_find(context);
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    return driver_result(cudaDeviceDisablePeerAccess(c->device));
}
