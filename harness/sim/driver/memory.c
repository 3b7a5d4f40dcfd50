// The driver's memory: allocated, freed, asked about.
#include "sim/driver/driver.h"

#include "sim/mem/mem.h"

#include <string.h>

// A call that gave nothing for 0 bytes has failed here.
static CuResult given(CudaError e, const void *p) {
    if (e) return driver_result(e);
    return p ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- allocating

CuResult cuMemAlloc_v2(CuPtr *p, size_t bytes) {
    DRIVER(WANTS_CONTEXT);
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    void *at = NULL;
    CudaError e = cudaMalloc(&at, bytes);
    *p = (CuPtr)(uintptr_t)at;
    return given(e, at);
}

CuResult cuMemAllocPitch_v2(CuPtr *p, size_t *pitch, size_t width,
                            size_t height, unsigned unit) {
    DRIVER(WANTS_CONTEXT);
    bool ok = unit == 4 || unit == 8 || unit == 16;
    if (!p || !pitch || !width || !height || !ok)
        return CUDA_ERROR_INVALID_VALUE;
    void *at = NULL;
    CudaError e = cudaMallocPitch(&at, pitch, width, height);
    *p = (CuPtr)(uintptr_t)at;
    return given(e, at);
}

CuResult cuMemAllocManaged(CuPtr *p, size_t bytes, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    void *at = NULL;
    CudaError e = cudaMallocManaged(&at, bytes, flags);
    *p = (CuPtr)(uintptr_t)at;
    return given(e, at);
}

CuResult cuMemAllocHost_v2(void **p, size_t bytes) {
    DRIVER(WANTS_CONTEXT);
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    return given(cudaMallocHost(p, bytes), *p);
}

CuResult cuMemHostAlloc(void **p, size_t bytes, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaHostAlloc(p, bytes, flags);
    return e ? driver_result(e) : given(e, *p);
}

CuResult cuMemAllocAsync(CuPtr *p, size_t bytes, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    void *at = NULL;
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaMallocAsync(&at, bytes, s);
    *p = (CuPtr)(uintptr_t)at;
    return driver_result(e);
}

CuResult cuMemAllocFromPoolAsync(CuPtr *p, size_t bytes, CudaPool pool,
                                 CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    void *at = NULL;
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaMallocFromPoolAsync(&at, bytes, pool, s);
    *p = (CuPtr)(uintptr_t)at;
    return driver_result(e);
}

// ---- freeing

CuResult cuMemFree_v2(CuPtr p) {
    DRIVER(WANTS_CONTEXT);
    return p ? driver_result(cudaFree(device_pointer(p)))
             : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuMemFreeHost(void *p) {
    DRIVER(WANTS_CONTEXT);
    return p ? driver_result(cudaFreeHost(p)) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuMemFreeAsync(CuPtr p, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaFreeAsync(device_pointer(p), s));
}

// ---- memory of the host's own

CuResult cuMemHostRegister_v2(void *p, size_t bytes, unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaHostRegister(p, bytes, flags));
}

CuResult cuMemHostUnregister(void *p) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaHostUnregister(p));
}

CuResult cuMemHostGetDevicePointer_v2(CuPtr *device, void *host,
                                      unsigned flags) {
    DRIVER(WANTS_CONTEXT);
    void *at = NULL;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    CudaError e = cudaHostGetDevicePointer(&at, host, flags);
    *device = (CuPtr)(uintptr_t)at;
    return driver_result(e);
}

CuResult cuMemHostGetFlags(unsigned *flags, void *host) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaHostGetFlags(flags, host));
}

// ---- asking

CuResult cuMemGetInfo_v2(size_t *available, size_t *total) {
    DRIVER(WANTS_CONTEXT);
    if (!available || !total) return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaMemGetInfo(available, total));
}

CuResult cuMemGetAddressRange_v2(CuPtr *base, size_t *bytes, CuPtr p) {
    DRIVER(WANTS_CONTEXT);
    Runtime *r = runtime_lock();
    const Alloc *a = mem_find(r->mem, p);
    if (a && base) *base = a->lo;
    if (a && bytes) *bytes = a->hi - a->lo;
    runtime_unlock();
    return a ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// CUpointer_attribute, and how many bytes each has.
typedef enum PointerFact {
    FACT_CONTEXT = 1,
    FACT_MEMORY_TYPE,
    FACT_DEVICE_POINTER,
    FACT_HOST_POINTER,
    FACT_SYNC = 6,
    FACT_BUFFER_ID,
    FACT_MANAGED,
    FACT_ORDINAL,
    FACT_START = 11,
    FACT_SIZE,
    FACT_MAPPED,
} PointerFact;

static bool fact_of(const Alloc *a, int which, CuPtr p, uint64_t *v,
                    size_t *bytes) {
    bool on_host = a->kind == ALLOC_PINNED;
    bool shared = on_host || a->kind == ALLOC_MANAGED;
    *bytes = 4;
    switch (which) {
    case FACT_MEMORY_TYPE:
        *v = on_host ? CU_ON_HOST : CU_ON_DEVICE;
        return true;
    case FACT_SYNC: *v = 0; return true;
    case FACT_MANAGED:
        *v = a->kind == ALLOC_MANAGED;
        *bytes = 1;
        return true;
    case FACT_ORDINAL: *v = a->device; return true;
    case FACT_MAPPED:
        *v = 1;
        *bytes = 1;
        return true;
    }
    *bytes = 8;
    switch (which) {
    case FACT_CONTEXT: *v = (uintptr_t)context_current(); return true;
    case FACT_DEVICE_POINTER: *v = p; return true;
    case FACT_HOST_POINTER: *v = p; return shared;
    case FACT_BUFFER_ID: *v = a->serial; return true;
    case FACT_START: *v = a->lo; return true;
    case FACT_SIZE: *v = a->hi - a->lo; return true;
    }
    return false;
}

static CuResult pointer_fact(void *out, int which, CuPtr p) {
    Runtime *r = runtime_lock();
    const Alloc *a = mem_find(r->mem, p);
    uint64_t v = 0;
    size_t bytes = 0;
    bool ok = a && fact_of(a, which, p, &v, &bytes);
    if (ok) memcpy(out, &v, bytes);
    runtime_unlock();
    return ok ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuPointerGetAttribute(void *out, int which, CuPtr p) {
    DRIVER(WANTS_CONTEXT);
    return out ? pointer_fact(out, which, p) : CUDA_ERROR_INVALID_VALUE;
}

// Of a fact that there is not, the place is left as it was.
CuResult cuPointerGetAttributes(unsigned n, int *which, void **out, CuPtr p) {
    DRIVER(WANTS_CONTEXT);
    if (!which || !out) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < n; i++)
        pointer_fact(out[i], which[i], p);
    return CUDA_SUCCESS;
}

// Only whether copies wait, which they do as CUDA says they do.
CuResult cuPointerSetAttribute(const void *value, int which, CuPtr p) {
    (void)p;
    DRIVER(WANTS_CONTEXT);
    return value && which == FACT_SYNC ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
}

// ---- hints about managed memory

CuResult cuMemPrefetchAsync_v2(CuPtr p, size_t n, Location where,
                               unsigned flags, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemPrefetchAsync_v2(device_pointer(p), n, where, flags, s));
}

static Location location_of(int device) {
    enum { DEVICE = 1, HOST };
    return device < 0 ? (Location){HOST, 0} : (Location){DEVICE, device};
}

CuResult cuMemPrefetchAsync(CuPtr p, size_t n, int device, CudaStream s) {
    DRIVER(WANTS_CONTEXT);
    Location where = location_of(device);
    return driver_result(
        cudaMemPrefetchAsync_v2(device_pointer(p), n, where, 0, s));
}

CuResult cuMemAdvise_v2(CuPtr p, size_t n, int advice, Location where) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaMemAdvise_v2(device_pointer(p), n, advice, where));
}

CuResult cuMemAdvise(CuPtr p, size_t n, int advice, int device) {
    DRIVER(WANTS_CONTEXT);
    Location where = location_of(device);
    return driver_result(cudaMemAdvise_v2(device_pointer(p), n, advice, where));
}

CuResult cuMemRangeGetAttribute(void *data, size_t bytes, int which, CuPtr p,
                                size_t n) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(
        cudaMemRangeGetAttribute(data, bytes, which, device_pointer(p), n));
}

PER_THREAD(cuMemAllocAsync, _ptsz)
PER_THREAD(cuMemAllocFromPoolAsync, _ptsz)
PER_THREAD(cuMemFreeAsync, _ptsz)
PER_THREAD(cuMemPrefetchAsync, _ptsz)
PER_THREAD(cuMemPrefetchAsync_v2, _ptsz)
