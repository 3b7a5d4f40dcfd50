// Memory pools of the CUDA runtime.
#include "sim/api/params.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/pool.h"
#include "sim/time/spends.h"

#include <string.h>

static CudaError get_pool(CudaPool *pool, int device, bool the_first) {
    ENTER();
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    if (!pool) return runtime_leave(r, cudaErrorInvalidValue);
    *pool = the_first ? pool_first(device) : pool_current(device);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceGetDefaultMemPool(CudaPool *pool, int device) {
    return get_pool(pool, device, true);
}

CudaError cudaDeviceGetMemPool(CudaPool *pool, int device) {
    return get_pool(pool, device, false);
}

CudaError cudaDeviceSetMemPool(int device, CudaPool pool) {
    ENTER();
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    if (!pool) return runtime_leave(r, cudaErrorInvalidValue);
    pool_choose(device, pool);
    return runtime_leave(r, cudaSuccess);
}

// cudaMemAccessDesc.
typedef struct PoolAccess {
    int place, device, flags;
} PoolAccess;

// Devices that may use a pool's memory become peers of its device: they may use
// the rest of its memory too, which a GPU would not let them.
CudaError cudaMemPoolSetAccess(CudaPool pool, const void *access, size_t n) {
    enum { OF_DEVICE = 1, READ_WRITE = 3 };
    const PoolAccess *at = access;
    ENTER();
    if (!pool || (n && !at)) return runtime_leave(r, cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (at[i].place != OF_DEVICE || at[i].device < 0 ||
            at[i].device >= r->ndevices)
            return runtime_leave(r, cudaErrorInvalidValue);
    for (size_t i = 0; i < n; i++)
        if (at[i].flags == READ_WRITE)
            r->devices[at[i].device].peers |= 1u << pool_device(pool);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolGetAccess(int *flags, CudaPool pool, const void *place) {
    enum { READ_WRITE = 3 };
    (void)place;
    ENTER();
    if (!pool || !flags) return runtime_leave(r, cudaErrorInvalidValue);
    *flags = READ_WRITE;
    return runtime_leave(r, cudaSuccess);
}

// cudaMemPoolProps, as far as it is looked at.
typedef struct PoolProps {
    int kind, handles, place, device;
} PoolProps;

CudaError cudaMemPoolCreate(CudaPool *pool, const void *properties) {
    enum { OF_DEVICE = 1 };
    const PoolProps *props = properties;
    ENTER();
    bool ok = pool && props && props->place == OF_DEVICE &&
              props->device >= 0 && props->device < r->ndevices;
    if (ok) *pool = pool_new(props->device);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemPoolDestroy(CudaPool pool) {
    ENTER();
    return runtime_leave(r, pool && pool_end(pool) ? cudaSuccess
                                                   : cudaErrorInvalidValue);
}

CudaError cudaMemPoolTrimTo(CudaPool pool, size_t keep) {
    ENTER();
    if (!pool) return runtime_leave(r, cudaErrorInvalidValue);
    clock_spend(r, (double)pool_trim(r, pool, keep) * spend_us(SPEND_CHUNK));
    return runtime_leave(r, cudaSuccess);
}

static bool is_attribute(CudaPool pool, int which, const void *value) {
    return pool && value && which >= 1 && which < POOL_ATTRIBUTES;
}

CudaError cudaMemPoolSetAttribute(CudaPool pool, int which, void *value) {
    ENTER();
    bool ok = is_attribute(pool, which, value);
    uint64_t v = 0;
    if (ok) memcpy(&v, value, which < POOL_THRESHOLD ? sizeof(int) : sizeof v);
    ok = ok && pool_set(pool, (PoolAttribute)which, v);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemPoolGetAttribute(CudaPool pool, int which, void *value) {
    ENTER();
    if (!is_attribute(pool, which, value))
        return runtime_leave(r, cudaErrorInvalidValue);
    uint64_t v = pool_attribute(pool, (PoolAttribute)which);
    memcpy(value, &v, which < POOL_THRESHOLD ? sizeof(int) : sizeof v);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMallocFromPoolAsync(void **p, size_t size, CudaPool pool,
                                  CudaStream stream) {
    CALLED();
    ENTER();
    return runtime_leave(r, pool ? pool_alloc(r, p, size, pool, stream)
                                 : cudaErrorInvalidValue);
}

PER_THREAD(cudaMallocFromPoolAsync, _ptsz)
