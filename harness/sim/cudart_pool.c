// Memory pools, and hints about managed memory, of the CUDA runtime. Pools have
// nothing to keep here: what is freed is quarantined and what is allocated is
// new, so that a use after the free is seen (mem.h). Their attributes are kept.
#include "base/heap.h"
#include "sim/runtime.h"

#include <string.h>

#define ENTER()                                                                \
    Runtime *r = runtime_enter();                                              \
    if (!r) return cudaErrorInitializationError

// Attributes 1 to 3 are ints, 4 to 8 words: the threshold, then what is in use.
enum { WORDS_FROM = 4, USED_FROM = 5, POOL_ATTRIBUTES = 9 };

typedef struct SimPool {
    uint64_t attributes[POOL_ATTRIBUTES];
} SimPool;

static SimPool usual = {.attributes = {[1] = 1, [2] = 1, [3] = 1}};

CudaError cudaDeviceGetDefaultMemPool(CudaPool *pool, int device) {
    ENTER();
    *pool = &usual;
    return runtime_leave(r, device ? cudaErrorInvalidDevice : cudaSuccess);
}

CudaError cudaDeviceGetMemPool(CudaPool *pool, int device) {
    return cudaDeviceGetDefaultMemPool(pool, device);
}

CudaError cudaDeviceSetMemPool(int device, CudaPool pool) {
    return cudaDeviceGetDefaultMemPool(&pool, device);
}

CudaError cudaMemPoolCreate(CudaPool *pool, const void *properties) {
    (void)properties;
    ENTER();
    *pool = heap_new(1, sizeof **pool);
    **pool = usual;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemPoolDestroy(CudaPool pool) {
    ENTER();
    if (!pool || pool == &usual) return runtime_leave(r, cudaErrorInvalidValue);
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
    ENTER();
    CudaError e = runtime_leave(r, pool ? cudaSuccess : cudaErrorInvalidValue);
    return e ? e : cudaMallocAsync(p, size, stream);
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
