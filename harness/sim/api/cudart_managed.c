// Hints about managed memory: where it should be, and what is known of its use.
#include "sim/api/params.h"
#include "sim/runtime/managed.h"

enum { OF_DEVICE = 1, OF_HOST = 2, OF_HOST_NUMA = 3, OF_CURRENT_NUMA = 4 };

// No place that there is, if it is none.
static int location_place(Location where) {
    switch (where.type) {
    case OF_DEVICE: return where.id >= 0 ? where.id : PLACE_NONE;
    case OF_HOST:
    case OF_HOST_NUMA:
    case OF_CURRENT_NUMA: return PLACE_HOST;
    default: return PLACE_NONE;
    }
}

// ---- prefetches

static CudaError prefetch(Runtime *r, const void *p, size_t n, int place,
                          CudaStream stream) {
    SimStream *s = runtime_stream(r, stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    return managed_prefetch(r, p, n, place, s) ? cudaSuccess
                                               : cudaErrorInvalidValue;
}

CudaError cudaMemPrefetchAsync_v2(const void *p, size_t n, Location where,
                                  unsigned flags, CudaStream stream) {
    (void)flags;
    CALLED();
    ENTER();
    return runtime_leave(r, prefetch(r, p, n, location_place(where), stream));
}

// Before CUDA 13 a device, and no flags: (p, n, device, stream).
CudaError cudaMemPrefetchAsync(const void *p, size_t n, Location where,
                               uintptr_t flags, CudaStream stream) {
    CALLED();
    ENTER();
    CudaError e = runtime_made_by(r) < 13000
                      ? prefetch(r, p, n, where.type, (CudaStream)flags)
                      : prefetch(r, p, n, location_place(where), stream);
    return runtime_leave(r, e);
}

// ---- advice

CudaError cudaMemAdvise_v2(const void *p, size_t n, int advice,
                           Location where) {
    CALLED();
    ENTER();
    bool ok = managed_advise(r, p, n, advice, location_place(where));
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// Before CUDA 13 the last one is a device.
CudaError cudaMemAdvise(const void *p, size_t n, int advice, Location where) {
    CALLED();
    ENTER();
    int place = runtime_made_by(r) < 13000 ? where.type : location_place(where);
    bool ok = managed_advise(r, p, n, advice, place);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- asking

// The numbers of cudaMemRangeAttribute.
enum {
    ASK_READ_MOSTLY = 1,
    ASK_PREFERS,
    ASK_ACCESSED_BY,
    ASK_PREFETCHED,
    ASK_PREFERS_TYPE,
    ASK_PREFERS_ID,
    ASK_PREFETCHED_TYPE,
    ASK_PREFETCHED_ID,
};

static int type_of(int place) {
    return place >= 0 ? OF_DEVICE : place == PLACE_HOST ? OF_HOST : 0;
}

// As many as there is room for; the rest is PLACE_NONE.
static void accessed_by(const ManagedFacts *f, int *to, size_t n) {
    size_t k = 0;
    for (int place = PLACE_HOST; place < DEVICES_MOST && k < n; place++)
        if (f->accessed_by >> (place + 1) & 1) to[k++] = place;
    while (k < n)
        to[k++] = PLACE_NONE;
}

static bool facts_answer(const ManagedFacts *f, int which, int *to,
                         size_t bytes) {
    if (!to || bytes < sizeof *to || bytes % sizeof *to) return false;
    switch (which) {
    case ASK_READ_MOSTLY: *to = f->read_mostly; return true;
    case ASK_PREFERS:
    case ASK_PREFERS_ID: *to = f->prefers; return true;
    case ASK_ACCESSED_BY: accessed_by(f, to, bytes / sizeof *to); return true;
    case ASK_PREFETCHED:
    case ASK_PREFETCHED_ID: *to = f->prefetched; return true;
    case ASK_PREFERS_TYPE: *to = type_of(f->prefers); return true;
    case ASK_PREFETCHED_TYPE: *to = type_of(f->prefetched); return true;
    default: return false;
    }
}

CudaError cudaMemRangeGetAttribute(void *data, size_t bytes, int which,
                                   const void *p, size_t n) {
    CALLED();
    ENTER();
    ManagedFacts f;
    bool ok =
        managed_facts(r, p, n, &f) && facts_answer(&f, which, data, bytes);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMemRangeGetAttributes(void **data, size_t *bytes, int *which,
                                    size_t nwhich, const void *p, size_t n) {
    CALLED();
    ENTER();
    ManagedFacts f;
    bool ok = managed_facts(r, p, n, &f) && nwhich > 0;
    for (size_t i = 0; i < nwhich && ok; i++)
        ok = facts_answer(&f, which[i], data[i], bytes[i]);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

PER_THREAD(cudaMemPrefetchAsync, _ptsz)
PER_THREAD(cudaMemPrefetchAsync_v2, _ptsz)
