// A call of the driver: its count, its place in the program, its errors.
#include "sim/driver/driver.h"

#include "base/heap.h"

#include <stdlib.h>
#include <string.h>

// ---- entering

// "cuMemAlloc" for cuMemAlloc_v2: as programs write it.
static const char *plain_name(const char *symbol) {
    const char *end = strstr(symbol, "_v");
    size_t n = end ? (size_t)(end - symbol) : strlen(symbol);
    char *name = heap_new(n + 1, 1);
    memcpy(name, symbol, n);
    return name;
}

DriverCall driver_enter(RuntimeCall *c, const void *from, Wants w) {
    Runtime *r = runtime_lock();
    Thread *me = r->thread;
    DriverCall in = {.last = me->last};
    if (!me->driver++) me->caller = from;
    me->depth++;
    if (!c->listed) c->seen.name = plain_name(c->seen.name);
    r->uses_driver = true;
    runtime_unlock();
    if (me->driver == 1) runtime_count(c);
    in.e = context_ready(w);
    return in;
}

void driver_leave(DriverCall *in) {
    Thread *me = runtime_thread();
    me->last = in->last;
    me->driver--;
    if (!--me->depth) me->caller = NULL;
}

// ---- errors

CuResult driver_result(CudaError e) {
    switch (e) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidHostPointer:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidChannelDescriptor:
    case cudaErrorInvalidMemcpyDirection:
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
    case cudaErrorInvalidTexture:
    case cudaErrorInvalidSurface:
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    default: return e; // the numbers are the same
    }
}

static const struct {
    CuResult number;
    const char *name;
} errors[] = {
#define CU_ERROR(name, number) {number, "CUDA_" #name},
#include "sim/cu_errors.def"
};

CuResult cuGetErrorName(CuResult e, const char **name) {
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    *name = NULL;
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        if (errors[i].number == e) *name = errors[i].name;
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuGetErrorString(CuResult e, const char **text) {
    if (!text || cuGetErrorName(e, text)) return CUDA_ERROR_INVALID_VALUE;
    if (e == CUDA_ERROR_CONTEXT_ALREADY_CURRENT)
        *text = "the context is current already";
    else if (e == CUDA_ERROR_KEY_ROTATION)
        *text = "a key of the device was changed";
    else
        *text = cudaGetErrorString(e);
    return CUDA_SUCCESS;
}
