// Memory of the simulated devices as the CUDA runtime offers it: allocated,
// freed, registered, asked about. Copies are in cudart_copy.c.
#include "sim/api/params.h"
#include "sim/mem/reserve.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_fresh.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/pool.h"
#include "sim/runtime/results.h"
#include "sim/runtime/task.h"
#include "sim/time/spends.h"

#include <string.h>

// ---- allocating

static CudaError allocate(void **p, size_t size, AllocKind kind) {
    ENTER();
    if (!p) return runtime_leave(r, cudaErrorInvalidValue);
    *p = NULL;
    CudaError e = capture_forbids(r, false);
    if (e || r->dev->sticky || size == 0) return runtime_leave(r, e);
    *p = (void *)mem_alloc(r->mem, size, kind, NULL);
    return runtime_leave(r, *p ? cudaSuccess : cudaErrorMemoryAllocation);
}

CudaError cudaMalloc(void **p, size_t size) {
    CALLED();
    return allocate(p, size, ALLOC_DEVICE);
}

CudaError cudaMallocManaged(void **p, size_t size, unsigned flags) {
    enum { GLOBAL = 1, HOST = 2 };
    CALLED();
    if (flags != GLOBAL && flags != HOST) {
        ENTER();
        return runtime_leave(r, cudaErrorInvalidValue);
    }
    CudaError e = allocate(p, size, ALLOC_MANAGED);
    if (!e && size) {
        ENTER();
        const Alloc *a = mem_find(r->mem, (uint64_t)(uintptr_t)*p);
        if (a) host_fresh_add(a->lo, size, a->made_at);
        return runtime_leave(r, e);
    }
    return e;
}

CudaError cudaMallocHost(void **p, size_t size) {
    CALLED();
    return allocate(p, size, ALLOC_PINNED);
}

CudaError cudaHostAlloc(void **p, size_t size, unsigned flags) {
    enum { KNOWN = 7 };
    CALLED();
    if (flags > KNOWN) {
        ENTER();
        return runtime_leave(r, cudaErrorInvalidValue);
    }
    return allocate(p, size, ALLOC_PINNED);
}

// While s is captured the memory is a node's: it is there from now on, for all
// launches of the graph.
CudaError pool_alloc(Runtime *r, void **p, size_t size, CudaPool of,
                     CudaStream stream) {
    CudaError e = cudaSuccess;
    SimStream *s = runtime_stream(r, stream);
    if (!p) return cudaErrorInvalidValue;
    *p = NULL;
    if (!s) return cudaErrorInvalidResourceHandle;
    if (r->dev->sticky || size == 0) return cudaSuccess;
    *p = (void *)mem_alloc(r->mem, size, ALLOC_DEVICE, NULL);
    if (!*p) return cudaErrorMemoryAllocation;
    Task task = {
        .kind = TASK_ALLOC, .mem = {*p, size}, .caller = r->thread->caller};
    if (!s->capture) {
        if (!of) of = pool_current(s->device->ordinal);
        uint64_t chunks = pool_take(r, of, (uint64_t)(uintptr_t)*p, size, s);
        clock_spend(r, (double)chunks * spend_us(SPEND_CHUNK));
        piece_begin(r, &task, s);
        piece_uses(r, *p, size, SIM_USE_WRITE);
        piece_end(r, s);
        return cudaSuccess;
    }
    capture_add(r, s, &task, &e);
    return e;
}

CudaError cudaMallocAsync(void **p, size_t size, CudaStream stream) {
    CALLED();
    ENTER();
    return runtime_leave(r, pool_alloc(r, p, size, NULL, stream));
}

CudaError cudaMallocPitch(void **p, size_t *pitch, size_t width,
                          size_t height) {
    CALLED();
    if (!pitch) {
        ENTER();
        return runtime_leave(r, cudaErrorInvalidValue);
    }
    *pitch = (width + 511) & ~(size_t)511;
    return allocate(p, *pitch * height, ALLOC_DEVICE);
}

CudaError cudaMalloc3D(PitchedPtr *p, Extent e) {
    CALLED();
    if (!p) {
        ENTER();
        return runtime_leave(r, cudaErrorInvalidValue);
    }
    *p = (PitchedPtr){.width = e.width, .height = e.height};
    p->pitch = (e.width + 511) & ~(size_t)511;
    return allocate(&p->p, p->pitch * e.height * e.depth, ALLOC_DEVICE);
}

// ---- freeing

static void note_host_free(Runtime *r, bool pinned) {
    if (pinned)
        host_note(r, SIM_TRAP_BAD_FREE,
                  "cudaFreeHost is for memory of cudaMallocHost and "
                  "cudaHostAlloc; what malloc and new gave goes back with free "
                  "and delete[].",
                  "cudaFreeHost of memory that CUDA did not allocate");
    else
        host_note(r, SIM_TRAP_BAD_FREE,
                  "cudaFree is for memory of cudaMalloc; what malloc and new "
                  "gave goes back with free and delete[].",
                  "cudaFree of host memory");
}

// Says what is wrong with the pointer of a free that fails.
static void note_bad_free(Runtime *r, void *p, bool pinned) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    const Alloc *a = mem_nearest(r->mem, at);
    bool inside = a && at >= a->lo && at < a->hi;
    if (inside && a->kind == ALLOC_FREED)
        host_note_alloc(r, SIM_TRAP_DOUBLE_FREE, a,
                        "Free each allocation once; set the pointer to NULL "
                        "after it: freeing NULL does nothing.",
                        "This memory (%llu bytes) has been freed already",
                        (unsigned long long)(a->hi - a->lo));
    else if (inside && mem_is_backed(a))
        host_note_alloc(r, SIM_TRAP_BAD_FREE, a,
                        "cuMemUnmap takes it from its addresses; the last "
                        "cuMemRelease gives it back.",
                        "A free of memory of cuMemMap");
    else if (inside && (a->kind == ALLOC_PINNED) != pinned)
        host_note_alloc(r, SIM_TRAP_BAD_FREE, a,
                        pinned ? "Memory of cudaMalloc and cudaMallocManaged "
                                 "is freed by cudaFree."
                               : "Memory of cudaMallocHost and cudaHostAlloc "
                                 "is freed by cudaFreeHost.",
                        pinned ? "cudaFreeHost of memory that is not pinned "
                                 "host memory"
                               : "cudaFree of pinned host memory");
    else if (inside && at != a->lo)
        host_note_alloc(r, SIM_TRAP_BAD_FREE, a,
                        "Keep the pointer that the allocation returned.",
                        "A free of a pointer that is %llu bytes into an "
                        "allocation of %llu, not its beginning",
                        (unsigned long long)(at - a->lo),
                        (unsigned long long)(a->hi - a->lo));
    else if (inside)
        host_note_alloc(r, SIM_TRAP_BAD_FREE, a,
                        "cudaGetSymbolAddress gives the address of a variable, "
                        "which lives as long as the program.",
                        "A free of what no call allocated");
    else
        note_host_free(r, pinned);
}

// cudaFree does not free host memory, nor cudaFreeHost the device's. By a
// stream, or by the host (NULL).
static CudaError free_now(Runtime *r, void *p, bool pinned,
                          const SimStream *by) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    const Alloc *a = mem_find(r->mem, at);
    bool variable = a && (a->kind == ALLOC_GLOBAL || a->kind == ALLOC_CONST);
    bool ok =
        a && a->lo == at && !variable && (a->kind == ALLOC_PINNED) == pinned;
    if (ok) {
        host_watch_drop(at);
        results_freed(r, a);
        pool_give(r, at, by);
        ok = mem_release(r->mem, at);
    }
    if (!ok) note_bad_free(r, p, pinned);
    return ok ? cudaSuccess : cudaErrorInvalidValue;
}

static CudaError memory_release(void *p, bool pinned) {
    ENTER();
    CudaError e = capture_forbids(r, false);
    if (e || !p || r->dev->sticky) return runtime_leave(r, e);
    runtime_wait_all(r);
    return runtime_leave(r, free_now(r, p, pinned, NULL));
}

CudaError cudaFree(void *p) {
    CALLED();
    return memory_release(p, false);
}

CudaError cudaFreeHost(void *p) {
    CALLED();
    return memory_release(p, true);
}

// A free is work of its stream: what others do with the memory comes before it.
static CudaError free_in(Runtime *r, const Task *task, SimStream *s) {
    void *p = task->mem.p;
    const Alloc *a = mem_find(r->mem, (uint64_t)(uintptr_t)p);
    if (!p) return cudaErrorInvalidValue;
    piece_begin(r, task, s);
    if (a) piece_uses(r, p, a->hi - a->lo, SIM_USE_WRITE);
    piece_end(r, s);
    return free_now(r, p, false, s);
}

CudaError cudaFreeAsync(void *p, CudaStream stream) {
    CALLED();
    ENTER();
    CudaError e = cudaErrorInvalidResourceHandle;
    SimStream *s = runtime_stream(r, stream);
    Task task = {.kind = TASK_FREE, .mem = {p, 0}, .caller = r->thread->caller};
    if (s && s->capture)
        capture_add(r, s, &task, &e);
    else if (s)
        e = free_in(r, &task, s);
    return runtime_leave(r, e);
}

// ---- memory of the host's own

CudaError cudaHostRegister(void *p, size_t size, unsigned flags) {
    (void)flags;
    CALLED();
    ENTER();
    if (!p || !size) return runtime_leave(r, cudaErrorInvalidValue);
    bool ok = mem_register(r->mem, p, size);
    return runtime_leave(r, ok ? cudaSuccess
                               : cudaErrorHostMemoryAlreadyRegistered);
}

CudaError cudaHostUnregister(void *p) {
    CALLED();
    ENTER();
    bool ok = mem_unregister(r->mem, p);
    return runtime_leave(r,
                         ok ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

CudaError cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    CALLED();
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)host);
    bool ok = device && !flags && a && a->kind == ALLOC_PINNED;
    if (device) *device = ok ? host : NULL;
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaHostGetFlags(unsigned *flags, void *host) {
    CALLED();
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)host);
    bool ok = flags && a && a->kind == ALLOC_PINNED;
    if (flags) *flags = 2; // mapped, as all is
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- asking

CudaError cudaMemGetInfo(size_t *available, size_t *total) {
    CALLED();
    ENTER();
    *total = (size_t)(r->gpu->mem_gib * 1073741824.0);
    *available =
        *total - (size_t)mem_used(r->mem) - (size_t)pools_idle(r->dev->ordinal);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaPointerGetAttributes(PointerAttributes *out, const void *p) {
    enum { UNREGISTERED, HOST, DEVICE, MANAGED };
    CALLED();
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    *out = (PointerAttributes){.type = UNREGISTERED, .device = -2};
    if (a) {
        out->type = a->kind == ALLOC_PINNED    ? HOST
                    : a->kind == ALLOC_MANAGED ? MANAGED
                                               : DEVICE;
        out->device = (int)a->device;
        out->device_pointer = (void *)(uintptr_t)p;
        out->host_pointer = out->type == DEVICE ? NULL : (void *)(uintptr_t)p;
    } else {
        out->host_pointer = (void *)(uintptr_t)p;
    }
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaCtxResetPersistingL2Cache(void) {
    return cudaSuccess;
}

PER_THREAD(cudaMallocAsync, _ptsz)
PER_THREAD(cudaFreeAsync, _ptsz)
