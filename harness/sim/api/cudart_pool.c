// Memory pools, and hints about managed memory, of the CUDA runtime. Pools have
// nothing to keep here: what is freed is quarantined and what is allocated is
// new, so that a use after the free is seen (mem.h). Their attributes are kept.
#include "base/heap.h"
#include "sim/api/params.h"

#include <string.h>

// Attributes 1 to 3 are ints, 4 to 8 words: the threshold, then what is in use.
enum { WORDS_FROM = 4, USED_FROM = 5, POOL_ATTRIBUTES = 9 };

typedef struct SimPool {
    uint64_t attributes[POOL_ATTRIBUTES];
} SimPool;

#define USUAL                                                                  \
    {                                                                          \
        .attributes = { [1] = 1, [2] = 1, [3] = 1 }                            \
    }

static SimPool usual[DEVICES_MOST] = {USUAL, USUAL, USUAL, USUAL,
                                      USUAL, USUAL, USUAL, USUAL};
static SimPool *current[DEVICES_MOST]; // NULL: the usual one

static bool is_usual(const SimPool *p) {
    return p >= usual && p < usual + DEVICES_MOST;
}

static CudaError get_pool(CudaPool *pool, int device, bool the_usual) {
    ENTER();
    if (device < 0 || device >= r->ndevices)
        return runtime_leave(r, cudaErrorInvalidDevice);
    if (!pool) return runtime_leave(r, cudaErrorInvalidValue);
    *pool = the_usual || !current[device] ? &usual[device] : current[device];
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
    current[device] = pool;
    return runtime_leave(r, cudaSuccess);
}

// Accepts the list of devices that may use a pool's memory: here the peers may,
// which the device decides.
CudaError cudaMemPoolSetAccess(CudaPool pool, const void *access, size_t n) {
    (void)access, (void)n;
    ENTER();
    return runtime_leave(r, pool ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemPoolGetAccess(int *flags, CudaPool pool, const void *place) {
    enum { READ_WRITE = 3 };
    (void)place;
    ENTER();
    if (!pool || !flags) return runtime_leave(r, cudaErrorInvalidValue);
    *flags = READ_WRITE;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolCreate(CudaPool *pool, const void *properties) {
    (void)properties;
    ENTER();
    *pool = heap_new(1, sizeof **pool);
    **pool = usual[0];
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolDestroy(CudaPool pool) {
    ENTER();
    if (!pool || is_usual(pool)) return runtime_leave(r, cudaErrorInvalidValue);
    for (int i = 0; i < DEVICES_MOST; i++)
        if (current[i] == pool) current[i] = NULL;
    heap_free(pool);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolTrimTo(CudaPool pool, size_t keep) {
    (void)keep;
    ENTER();
    return runtime_leave(r, pool ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemPoolSetAttribute(CudaPool pool, int which, void *value) {
    ENTER();
    if (!pool || which < 1 || which >= POOL_ATTRIBUTES)
        return runtime_leave(r, cudaErrorInvalidValue);
    uint64_t *to = &pool->attributes[which];
    memcpy(to, value, which < WORDS_FROM ? sizeof(int) : sizeof *to);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolGetAttribute(CudaPool pool, int which, void *value) {
    ENTER();
    if (!pool || which < 1 || which >= POOL_ATTRIBUTES)
        return runtime_leave(r, cudaErrorInvalidValue);
    uint64_t v = which < USED_FROM ? pool->attributes[which] : mem_used(r->mem);
    memcpy(value, &v, which < WORDS_FROM ? sizeof(int) : sizeof v);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMallocFromPoolAsync(void **p, size_t size, CudaPool pool,
                                  CudaStream stream) {
    CALLED();
    ENTER();
    return runtime_leave(r, pool ? pool_alloc(r, p, size, stream)
                                 : cudaErrorInvalidValue);
}

// ---- hints
//
// The last parameters differ between CUDA 12 (a device) and 13 (a location):
// only those that do not are looked at.

static CudaError hint(const void *p, size_t n) {
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    bool ok = a && a->kind == ALLOC_MANAGED && n && (uint64_t)p + n <= a->hi;
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemPrefetchAsync(const void *p, size_t n) {
    return hint(p, n);
}

CudaError cudaMemPrefetchAsync_v2(const void *p, size_t n) {
    return hint(p, n);
}

CudaError cudaMemAdvise(const void *p, size_t n) {
    return hint(p, n);
}

CudaError cudaMemAdvise_v2(const void *p, size_t n) {
    return hint(p, n);
}

PER_THREAD(cudaMallocFromPoolAsync, _ptsz)
PER_THREAD(cudaMemPrefetchAsync, _ptsz)
PER_THREAD(cudaMemPrefetchAsync_v2, _ptsz)
