// The driver's devices.
#include "sim/driver/driver.h"

#include <stdio.h>
#include <string.h>

CuResult cuInit(unsigned flags) {
    DRIVER(WANTS_NOTHING);
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NO_DEVICE;
    driver_start();
    runtime_leave_alive(r, cudaSuccess);
    return CUDA_SUCCESS;
}

CuResult cuDriverGetVersion(int *version) {
    DRIVER(WANTS_NOTHING);
    return version ? driver_result(cudaDriverGetVersion(version))
                   : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuDeviceGetCount(int *n) {
    DRIVER(WANTS_START);
    return n ? driver_result(cudaGetDeviceCount(n)) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuDeviceGet(int *device, int ordinal) {
    DRIVER(WANTS_START);
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

CuResult cuDeviceGetName(char *name, int n, int device) {
    DRIVER(WANTS_START);
    if (!name || n < 1) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    snprintf(name, (size_t)n, "%s", runtime_state()->gpu->name);
    return CUDA_SUCCESS;
}

static CuResult uuid_of(CuUuid *id, int device) {
    if (!id) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    runtime_uuid(id->bytes, device);
    return CUDA_SUCCESS;
}

CuResult cuDeviceGetUuid(CuUuid *id, int device) {
    DRIVER(WANTS_START);
    return uuid_of(id, device);
}

CuResult cuDeviceGetUuid_v2(CuUuid *id, int device) {
    DRIVER(WANTS_START);
    return uuid_of(id, device);
}

CuResult cuDeviceTotalMem_v2(size_t *bytes, int device) {
    DRIVER(WANTS_START);
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    *bytes = (size_t)(runtime_state()->gpu->mem_gib * 1073741824.0);
    return CUDA_SUCCESS;
}

// The numbers are those of cudaDeviceAttr.
CuResult cuDeviceGetAttribute(int *value, int which, int device) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetAttribute(value, which, device));
}

CuResult cuDeviceComputeCapability(int *major, int *minor, int device) {
    DRIVER(WANTS_START);
    if (!major || !minor) return CUDA_ERROR_INVALID_VALUE;
    if (!driver_has_device(device)) return CUDA_ERROR_INVALID_DEVICE;
    *major = runtime_state()->gpu->cc / 10;
    *minor = runtime_state()->gpu->cc % 10;
    return CUDA_SUCCESS;
}

CuResult cuDeviceGetPCIBusId(char *text, int n, int device) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetPCIBusId(text, n, device));
}

CuResult cuDeviceGetByPCIBusId(int *device, const char *text) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetByPCIBusId(device, text));
}

CuResult cuDeviceCanAccessPeer(int *can, int device, int peer) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceCanAccessPeer(can, device, peer));
}

CuResult cuDeviceGetP2PAttribute(int *value, int which, int device, int peer) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetP2PAttribute(value, which, device, peer));
}

// ---- pools

CuResult cuDeviceGetDefaultMemPool(CudaPool *pool, int device) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetDefaultMemPool(pool, device));
}

CuResult cuDeviceGetMemPool(CudaPool *pool, int device) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceGetMemPool(pool, device));
}

CuResult cuDeviceSetMemPool(int device, CudaPool pool) {
    DRIVER(WANTS_START);
    return driver_result(cudaDeviceSetMemPool(device, pool));
}

CuResult cuMemPoolCreate(CudaPool *pool, const void *properties) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolCreate(pool, properties));
}

CuResult cuMemPoolDestroy(CudaPool pool) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolDestroy(pool));
}

CuResult cuMemPoolTrimTo(CudaPool pool, size_t keep) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolTrimTo(pool, keep));
}

CuResult cuMemPoolSetAttribute(CudaPool pool, int which, void *value) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolSetAttribute(pool, which, value));
}

CuResult cuMemPoolGetAttribute(CudaPool pool, int which, void *value) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolGetAttribute(pool, which, value));
}

CuResult cuMemPoolSetAccess(CudaPool pool, const void *access, size_t n) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolSetAccess(pool, access, n));
}

CuResult cuMemPoolGetAccess(int *flags, CudaPool pool, const void *place) {
    DRIVER(WANTS_START);
    return driver_result(cudaMemPoolGetAccess(flags, pool, place));
}

// ---- a profiler's switches

CuResult cuProfilerStart(void) {
    DRIVER(WANTS_CONTEXT);
    return CUDA_SUCCESS;
}

CuResult cuProfilerStop(void) {
    DRIVER(WANTS_CONTEXT);
    return CUDA_SUCCESS;
}
