// Memory of the simulated device as the CUDA runtime offers it. A copy is a
// memcpy once both sides are known to be what the program says they are: of the
// bytes behind the pointers, which for device memory are elsewhere (mem.h).
#include "sim/runtime.h"

#include <stdlib.h>
#include <string.h>

// PCI Express of the fourth generation by sixteen, as copies see it.
static const double PCIE_GBS = 25, COPY_START_US = 8;

#define ENTER()                                                                \
    Runtime *r = runtime_enter();                                              \
    if (!r) return cudaErrorInitializationError

static CudaError allocate(void **p, size_t size, AllocKind kind) {
    ENTER();
    if (!p) return runtime_leave(r, cudaErrorInvalidValue);
    *p = NULL;
    if (r->sticky || size == 0) return runtime_leave(r, cudaSuccess);
    *p = (void *)mem_alloc(r->mem, size, kind, NULL);
    return runtime_leave(r, *p ? cudaSuccess : cudaErrorMemoryAllocation);
}

// cudaFree does not free host memory, nor cudaFreeHost the device's.
static CudaError release(void *p, bool pinned) {
    ENTER();
    if (!p) return runtime_leave(r, cudaSuccess);
    runtime_wait_all(r);
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    bool ok = a && (a->kind == ALLOC_PINNED) == pinned &&
              mem_release(r->mem, (uint64_t)p);
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaMalloc(void **p, size_t size) {
    return allocate(p, size, ALLOC_DEVICE);
}
CudaError cudaMallocAsync(void **p, size_t size, CudaStream stream) {
    (void)stream;
    return allocate(p, size, ALLOC_DEVICE);
}
CudaError cudaMallocManaged(void **p, size_t size, unsigned flags) {
    (void)flags;
    return allocate(p, size, ALLOC_MANAGED);
}
CudaError cudaMallocHost(void **p, size_t size) {
    return allocate(p, size, ALLOC_PINNED);
}
CudaError cudaHostAlloc(void **p, size_t size, unsigned flags) {
    (void)flags;
    return allocate(p, size, ALLOC_PINNED);
}
CudaError cudaFree(void *p) {
    return release(p, false);
}
CudaError cudaFreeHost(void *p) {
    return release(p, true);
}
CudaError cudaFreeAsync(void *p, CudaStream stream) {
    (void)stream;
    return release(p, false);
}

CudaError cudaMallocPitch(void **p, size_t *pitch, size_t width,
                          size_t height) {
    if (!pitch) return cudaErrorInvalidValue;
    *pitch = (width + 511) & ~(size_t)511;
    return allocate(p, *pitch * height, ALLOC_DEVICE);
}

CudaError cudaMalloc3D(PitchedPtr *p, Extent e) {
    if (!p) return cudaErrorInvalidValue;
    *p = (PitchedPtr){.width = e.width, .height = e.height};
    return cudaMallocPitch(&p->p, &p->pitch, e.width, e.height * e.depth);
}

CudaError cudaHostRegister(void *p, size_t size, unsigned flags) {
    (void)flags;
    ENTER();
    if (!p || !size) return runtime_leave(r, cudaErrorInvalidValue);
    bool ok = mem_register(r->mem, p, size);
    return runtime_leave(r, ok ? cudaSuccess
                               : cudaErrorHostMemoryAlreadyRegistered);
}

CudaError cudaHostUnregister(void *p) {
    ENTER();
    bool ok = mem_unregister(r->mem, p);
    return runtime_leave(r,
                         ok ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

CudaError cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    (void)flags;
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)host);
    *device = a ? host : NULL;
    return runtime_leave(r, a ? cudaSuccess : cudaErrorInvalidValue);
}

CudaError cudaHostGetFlags(unsigned *flags, void *host) {
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)host);
    bool ok = a && a->kind == ALLOC_PINNED;
    *flags = 2; // mapped, as all is
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidValue);
}

// ---- copies

// What a pointer is: device memory (or managed, or pinned), or plain host.
static bool on_device(const Runtime *r, const void *p) {
    if (!mem_in_arena(r->mem, (uint64_t)p)) return false;
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    return !a || (a->kind != ALLOC_PINNED && a->kind != ALLOC_MANAGED);
}

static void *bytes_of(const Runtime *r, const void *p) {
    return mem_bytes(r->mem, (uint64_t)p);
}

// The whole range must lie in one live allocation.
static bool in_bounds(const Runtime *r, const void *p, size_t n) {
    if (!mem_in_arena(r->mem, (uint64_t)p)) return true; // host: not ours
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    return a && (uint64_t)p + n <= a->hi;
}

static CudaError copy_check(const Runtime *r, const void *to, const void *from,
                            size_t n, int kind) {
    bool to_dev = on_device(r, to), from_dev = on_device(r, from);
    bool to_any = mem_in_arena(r->mem, (uint64_t)to);
    bool from_any = mem_in_arena(r->mem, (uint64_t)from);
    if (!in_bounds(r, to, n) || !in_bounds(r, from, n))
        return cudaErrorInvalidValue;
    switch (kind) {
    // With one address space the driver sees which side a pointer is on: of
    // the side that it need not look at, any will do (as seen on an H200).
    case COPY_HOST_TO_HOST:
        return to_dev != from_dev ? cudaErrorInvalidValue : cudaSuccess;
    case COPY_HOST_TO_DEVICE:
        return to_any ? cudaSuccess : cudaErrorInvalidValue;
    case COPY_DEVICE_TO_HOST:
        return from_any ? cudaSuccess : cudaErrorInvalidValue;
    case COPY_DEVICE_TO_DEVICE:
        return !to_any || !from_any ? cudaErrorInvalidValue : cudaSuccess;
    case COPY_DEFAULT: return cudaSuccess;
    default: return cudaErrorInvalidMemcpyDirection;
    }
}

static void copy_time(Runtime *r, const void *to, const void *from, size_t n,
                      CudaStream s) {
    bool to_dev = on_device(r, to), from_dev = on_device(r, from);
    if (!to_dev && !from_dev) return;
    if (to_dev && from_dev) {
        double gbs = r->gpu->dram_gbs * r->gpu->mix_eff;
        runtime_schedule(r, s, ENGINE_KERNELS,
                         r->gpu->launch_us + 2.0 * (double)n / gbs / 1e3);
        return;
    }
    runtime_schedule(r, s, to_dev ? ENGINE_COPY_IN : ENGINE_COPY_OUT,
                     COPY_START_US + (double)n / PCIE_GBS / 1e3);
}

static CudaError copy(void *to, const void *from, size_t n, int kind,
                      CudaStream s, bool wait) {
    ENTER();
    if (r->sticky || n == 0) return runtime_leave(r, cudaSuccess);
    CudaError e =
        to && from ? copy_check(r, to, from, n, kind) : cudaErrorInvalidValue;
    if (e == cudaSuccess) {
        memmove(bytes_of(r, to), bytes_of(r, from), n);
        copy_time(r, to, from, n, s);
        if (wait) runtime_wait(r, s);
    }
    return runtime_leave(r, e);
}

CudaError cudaMemcpy(void *to, const void *from, size_t n, int kind) {
    return copy(to, from, n, kind, NULL, true);
}

CudaError cudaMemcpyAsync(void *to, const void *from, size_t n, int kind,
                          CudaStream stream) {
    return copy(to, from, n, kind, stream, false);
}

// Boxes: rows of `width` bytes, `pitch` apart, in slices `slice` apart.
typedef struct Box {
    void *p;
    size_t pitch, slice;
} Box;

static CudaError copy_box(Box to, Box from, Extent e, int kind, CudaStream s,
                          bool wait) {
    ENTER();
    CudaError error = cudaSuccess;
    if (e.width > to.pitch || e.width > from.pitch)
        return runtime_leave(r, cudaErrorInvalidValue);
    size_t rows = r->sticky || !e.width ? 0 : e.height * e.depth;
    for (size_t i = 0; error == cudaSuccess && i < rows; i++) {
        size_t y = i % e.height, z = i / e.height;
        char *t = (char *)to.p + y * to.pitch + z * to.slice;
        const char *f = (const char *)from.p + y * from.pitch + z * from.slice;
        error = copy_check(r, t, f, e.width, kind);
        if (error == cudaSuccess)
            memmove(bytes_of(r, t), bytes_of(r, f), e.width);
    }
    if (error == cudaSuccess && rows)
        copy_time(r, to.p, from.p, e.width * rows, s);
    if (wait) runtime_wait(r, s);
    return runtime_leave(r, error);
}

static CudaError copy_2d(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         int kind, CudaStream s, bool wait) {
    return copy_box((Box){to, to_pitch, 0},
                    (Box){(void *)(uintptr_t)from, from_pitch, 0},
                    (Extent){width, height, 1}, kind, s, wait);
}

static Box box_at(PitchedPtr p, Extent at) {
    size_t slice = p.pitch * p.height;
    char *base = p.p;
    return (Box){base + at.depth * slice + at.height * p.pitch + at.width,
                 p.pitch, slice};
}

static CudaError copy_3d(const Copy3D *c, CudaStream s, bool wait) {
    Copy3D flat = *c;
    CudaError e = texture_flatten(&flat); // arrays, as what they are
    if (e != cudaSuccess) return e;
    c = &flat;
    return copy_box(box_at(c->to, c->to_at), box_at(c->from, c->from_at),
                    c->extent, c->kind, s, wait);
}

CudaError cudaMemcpy3D(const Copy3D *c) {
    return copy_3d(c, NULL, true);
}

CudaError cudaMemcpy3DAsync(const Copy3D *c, CudaStream stream) {
    return copy_3d(c, stream, false);
}

CudaError cudaMemcpyPeer(void *to, int to_device, const void *from,
                         int from_device, size_t n) {
    (void)to_device, (void)from_device;
    return copy(to, from, n, COPY_DEVICE_TO_DEVICE, NULL, true);
}

CudaError cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                              int from_device, size_t n, CudaStream stream) {
    (void)to_device, (void)from_device;
    return copy(to, from, n, COPY_DEVICE_TO_DEVICE, stream, false);
}

CudaError cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                       size_t from_pitch, size_t width, size_t height,
                       int kind) {
    return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, NULL,
                   true);
}

CudaError cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                            size_t from_pitch, size_t width, size_t height,
                            int kind, CudaStream stream) {
    return copy_2d(to, to_pitch, from, from_pitch, width, height, kind, stream,
                   false);
}

// ---- symbols

// Only the direction of the other end is wrong.
static bool fits_symbol(int kind, bool to_symbol) {
    return kind == COPY_DEFAULT || kind == COPY_DEVICE_TO_DEVICE ||
           kind == (to_symbol ? COPY_HOST_TO_DEVICE : COPY_DEVICE_TO_HOST);
}

static CudaError copy_symbol(const void *symbol, void *host, size_t n,
                             size_t offset, bool to_symbol, int kind,
                             CudaStream s) {
    ENTER();
    if (!fits_symbol(kind, to_symbol))
        return runtime_leave(r, cudaErrorInvalidMemcpyDirection);
    uint64_t size = 0, at = runtime_symbol(r, symbol, &size);
    CudaError e = !at ? cudaErrorInvalidSymbol
                  : offset + n > size || !in_bounds(r, host, n)
                      ? cudaErrorInvalidValue
                      : cudaSuccess;
    if (e == cudaSuccess && !r->sticky) {
        void *device = (void *)(at + offset);
        void *to = to_symbol ? device : host, *from = to_symbol ? host : device;
        memmove(bytes_of(r, to), bytes_of(r, from), n);
        copy_time(r, to, from, n, s);
        runtime_wait(r, s);
    }
    return runtime_leave(r, e);
}

CudaError cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n,
                             size_t offset, int kind) {
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, true, kind,
                       NULL);
}
CudaError cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n,
                               size_t offset, int kind) {
    return copy_symbol(symbol, to, n, offset, false, kind, NULL);
}
CudaError cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                  size_t n, size_t offset, int kind,
                                  CudaStream stream) {
    return copy_symbol(symbol, (void *)(uintptr_t)from, n, offset, true, kind,
                       stream);
}
CudaError cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t n,
                                    size_t offset, int kind,
                                    CudaStream stream) {
    return copy_symbol(symbol, to, n, offset, false, kind, stream);
}

CudaError cudaGetSymbolAddress(void **p, const void *symbol) {
    ENTER();
    uint64_t size;
    *p = (void *)runtime_symbol(r, symbol, &size);
    return runtime_leave(r, *p ? cudaSuccess : cudaErrorInvalidSymbol);
}

CudaError cudaGetSymbolSize(size_t *out, const void *symbol) {
    ENTER();
    uint64_t size = 0;
    bool ok = runtime_symbol(r, symbol, &size) != 0;
    *out = size;
    return runtime_leave(r, ok ? cudaSuccess : cudaErrorInvalidSymbol);
}

// ---- set

static CudaError fill(void *p, size_t pitch, int value, size_t width,
                      size_t height, CudaStream s) {
    ENTER();
    if (r->sticky || width == 0 || height == 0)
        return runtime_leave(r, cudaSuccess);
    if (!mem_in_arena(r->mem, (uint64_t)p) ||
        !in_bounds(r, p, pitch * (height - 1) + width))
        return runtime_leave(r, cudaErrorInvalidValue);
    for (size_t y = 0; y < height; y++)
        memset((char *)bytes_of(r, p) + y * pitch, value, width);
    runtime_schedule(r, s, ENGINE_KERNELS,
                     r->gpu->launch_us +
                         (double)(width * height) / r->gpu->dram_gbs / 1e3);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaMemset(void *p, int value, size_t n) {
    return fill(p, n, value, n, 1, NULL);
}
CudaError cudaMemsetAsync(void *p, int value, size_t n, CudaStream stream) {
    return fill(p, n, value, n, 1, stream);
}
CudaError cudaMemset2D(void *p, size_t pitch, int value, size_t width,
                       size_t height) {
    return fill(p, pitch, value, width, height, NULL);
}

CudaError cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width,
                            size_t height, CudaStream stream) {
    return fill(p, pitch, value, width, height, stream);
}

static CudaError fill_3d(PitchedPtr p, int value, Extent e, CudaStream s) {
    CudaError error = cudaSuccess;
    for (size_t z = 0; error == cudaSuccess && z < e.depth; z++)
        error = fill((char *)p.p + z * p.pitch * p.height, p.pitch, value,
                     e.width, e.height, s);
    return error;
}
CudaError cudaMemset3D(PitchedPtr p, int value, Extent e) {
    return fill_3d(p, value, e, NULL);
}
CudaError cudaMemset3DAsync(PitchedPtr p, int value, Extent e,
                            CudaStream stream) {
    return fill_3d(p, value, e, stream);
}

// ---- asking

CudaError cudaMemGetInfo(size_t *available, size_t *total) {
    ENTER();
    *total = (size_t)(r->gpu->mem_gib * 1073741824.0);
    *available = *total - (size_t)mem_used(r->mem);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaPointerGetAttributes(PointerAttributes *out, const void *p) {
    enum { UNREGISTERED, HOST, DEVICE, MANAGED };
    ENTER();
    const Alloc *a = mem_find(r->mem, (uint64_t)p);
    *out = (PointerAttributes){.type = UNREGISTERED, .device = -2};
    if (a) {
        out->type = a->kind == ALLOC_PINNED    ? HOST
                    : a->kind == ALLOC_MANAGED ? MANAGED
                                               : DEVICE;
        out->device = 0;
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
PER_THREAD(cudaMemcpy, _ptds)
PER_THREAD(cudaMemcpyAsync, _ptsz)
PER_THREAD(cudaMemcpy2D, _ptds)
PER_THREAD(cudaMemcpy2DAsync, _ptsz)
PER_THREAD(cudaMemcpy3D, _ptds)
PER_THREAD(cudaMemcpy3DAsync, _ptsz)
PER_THREAD(cudaMemcpyToSymbol, _ptds)
PER_THREAD(cudaMemcpyFromSymbol, _ptds)
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz)
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz)
PER_THREAD(cudaMemset, _ptds)
PER_THREAD(cudaMemsetAsync, _ptsz)
PER_THREAD(cudaMemset2D, _ptds)
PER_THREAD(cudaMemset2DAsync, _ptsz)
PER_THREAD(cudaMemset3D, _ptds)
PER_THREAD(cudaMemset3DAsync, _ptsz)
