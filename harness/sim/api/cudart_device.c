// Devices and errors of the CUDA runtime.
#include "base/heap.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- errors

static const struct {
    CudaError number;
    const char *name, *text;
} errors[] = {
#define CUDA_ERROR(name, number, text) {number, "cuda" #name, text},
#include "sim/cuda_errors.def"
};

const char *cudaGetErrorName(CudaError e) {
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        if (errors[i].number == e) return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(CudaError e) {
    for (size_t i = 0; i < COUNT_OF(errors); i++)
        if (errors[i].number == e) return errors[i].text;
    return "unrecognized error code";
}

// Of the thread. Forgets the error it returns. A lost context is not forgotten,
// but shows again only in the next call that needs it.
CudaError cudaGetLastError(void) {
    ENTER();
    CudaError e = r->thread->last;
    r->thread->last = cudaSuccess;
    host_asked(r);
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

CudaError cudaPeekAtLastError(void) {
    ENTER();
    CudaError e = r->thread->last;
    host_asked(r);
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

// ---- devices

static bool is_device(const Runtime *r, int device) {
    return device >= 0 && device < r->ndevices;
}

CudaError cudaGetDeviceCount(int *n) {
    ENTER();
    *n = r->ndevices;
    return runtime_leave_alive(r, cudaSuccess);
}

CudaError cudaGetDevice(int *device) {
    ENTER();
    *device = r->thread->device;
    return runtime_leave_alive(r, cudaSuccess);
}

static CudaError set_device(int device) {
    ENTER();
    if (!is_device(r, device))
        return runtime_leave_alive(r, cudaErrorInvalidDevice);
    r->thread->device = device;
    runtime_uses_context();
    return runtime_leave_alive(r, cudaSuccess);
}

CudaError cudaSetDevice(int device) {
    return set_device(device);
}

CudaError cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    enum { FLAGS_ARE_VALID = 1 };
    ENTER();
    if (!is_device(r, device))
        return runtime_leave_alive(r, cudaErrorInvalidDevice);
    if (flags & FLAGS_ARE_VALID) r->devices[device].flags = device_flags | 8;
    return runtime_leave_alive(r, cudaSuccess);
}

CudaError cudaSetValidDevices(int *devices, int n) {
    ENTER();
    bool ok = n >= 0;
    for (int i = 0; i < n; i++)
        ok &= is_device(r, devices[i]);
    return runtime_leave_alive(r, ok ? cudaSuccess : cudaErrorInvalidDevice);
}

CudaError cudaChooseDevice(int *device, const void *wanted) {
    ENTER();
    (void)wanted; // they are all alike
    *device = 0;
    return runtime_leave_alive(r, cudaSuccess);
}

CudaError cudaDeviceSynchronize(void) {
    CALLED();
    ENTER();
    CudaError e = capture_device_wait(r);
    if (!e) runtime_wait_all(r);
    return runtime_leave(r, e);
}

// Frees all that the device had, streams and events too.
CudaError cudaDeviceReset(void) {
    CALLED();
    ENTER();
    runtime_wait_all(r);
    device_reset(r);
    r->thread->last = r->thread->unasked.e = cudaSuccess;
    return runtime_leave(r, cudaSuccess);
}

// The part of L2 that may be set aside for lines that persist, as GPUs of each
// generation report it.
static int persisting_most(const SimGpu *g) {
    double part = g->cc < 80    ? 0
                  : g->cc == 80 ? 0.75
                  : g->cc < 90  ? 0.6875
                                : 0.625;
    return (int)(g->l2_mib * 1048576 * part);
}

// The most texels of a texture in each direction, as all GPUs since 6.0 report
// them: 1D, 2D, 3D, 2D with layers, 1D with layers.
static int texels_most(int which) {
    static const struct {
        int attribute, most;
    } of[] = {{21, 131072}, {22, 131072}, {23, 65536}, {24, 16384},
              {25, 16384},  {26, 16384},  {27, 32768}, {28, 32768},
              {29, 2048},   {42, 32768},  {43, 2048}};
    for (size_t i = 0; i < COUNT_OF(of); i++)
        if (of[i].attribute == which) return of[i].most;
    return 0;
}

// Attribute numbers of cudaDeviceAttr.
static bool attribute(const SimGpu *g, int which, int *v) {
    switch (which) {
    case 1: *v = 1024; break;                 // threads per block
    case 2: *v = 1024; break;                 // block x
    case 3: *v = 1024; break;                 // block y
    case 4: *v = 64; break;                   // block z
    case 5: *v = 2147483647; break;           // grid x
    case 6: *v = 65535; break;                // grid y
    case 7: *v = 65535; break;                // grid z
    case 8: *v = 48 << 10; break;             // shared memory per block
    case 9: *v = 64 << 10; break;             // constant memory
    case 10: *v = 32; break;                  // warp size
    case 11: *v = 2147483647; break;          // pitch
    case 12: *v = 65536; break;               // registers per block
    case 13: *v = g->clock_mhz * 1000; break; // SM clock, kHz
    case 14: *v = 512; break;                 // texture alignment
    case 15: *v = 1; break;                   // copies overlap kernels
    case 16: *v = g->sms; break;              // multiprocessors
    case 19: *v = 1; break;                   // can map host memory
    case 31: *v = 1; break;                   // concurrent kernels
    case 32: *v = g->mem_gib >= 16; break;    // ECC: the data centre parts
    case 36: *v = g->mem_mhz * 1000; break;   // memory clock, kHz
    case 37: *v = g->bus_bits; break;         // memory bus
    case 38: *v = (int)(g->l2_mib * 1048576); break;
    case 39: *v = g->threads_sm; break;
    case 40: *v = g->copy_engines; break;
    case 41: *v = 1; break;  // unified addressing
    case 51: *v = 32; break; // texture pitch alignment
    case 75: *v = g->cc / 10; break;
    case 76: *v = g->cc % 10; break;
    case 78: *v = 1; break; // stream priorities
    case 79: *v = 1; break; // L1 caches global
    case 80: *v = 1; break; // L1 caches local
    case 81: *v = g->smem_sm_kib << 10; break;
    case 82: *v = 65536; break; // registers per multiprocessor
    case 83: *v = 1; break;     // managed memory
    case 87: *v = g->fp64_lanes ? g->fp32_lanes / g->fp64_lanes : 32; break;
    case 89: *v = 1; break;  // managed memory is used by both at once
    case 90: *v = 1; break;  // kernels can be preempted
    case 95: *v = 1; break;  // cooperative launch
    case 102: *v = 1; break; // memory apart from its addresses
    case 103: *v = 1; break; // which other processes know by a file
    case 97: *v = g->smem_block_kib << 10; break;
    case 99: *v = 1; break; // host register
    case 106: *v = g->blocks_sm; break;
    case 108: *v = persisting_most(g); break;
    case 109: *v = g->cc >= 80 ? (128 << 20) - 4096 : 0; break; // a window
    case 111: *v = g->cc >= 80 ? 1024 : 0; break; // reserved shared memory
    case 115: *v = 1; break;                      // memory pools
    case 119: *v = 1; break;                      // the same of pools
    case 120: *v = g->cc >= 90; break;            // clusters
    case 125: *v = 1; break;                      // events of several processes
    default:
        *v = texels_most(which); // or a feature that is not there
        return which > 0 && which < 200;
    }
    return true;
}

enum { PCI_BUS = 33 }; // as cudaDeviceGetPCIBusId says it

CudaError cudaDeviceGetAttribute(int *value, int which, int device) {
    ENTER();
    CudaError e = !is_device(r, device) ? cudaErrorInvalidDevice
                  : value && attribute(r->gpu, which, value)
                      ? cudaSuccess
                      : cudaErrorInvalidValue;
    if (e == cudaSuccess && which == PCI_BUS) *value = device;
    return runtime_leave_alive(r, e);
}

// cudaDeviceProp has two layouts: that of 11 and 12, and that of 13, which
// dropped some fields. One row per field: its offset in each, its size.
static const struct Field {
    int offset_12, offset_13, bytes;
    int attribute; // of cudaDeviceAttr
} fields[] = {
    {296, 296, 8, 8},   // sharedMemPerBlock
    {304, 304, 4, 12},  // regsPerBlock
    {308, 308, 4, 10},  // warpSize
    {312, 312, 8, 11},  // memPitch
    {320, 320, 4, 1},   // maxThreadsPerBlock
    {324, 324, 4, 2},   // maxThreadsDim[3]
    {328, 328, 4, 3},   //
    {332, 332, 4, 4},   //
    {336, 336, 4, 5},   // maxGridSize[3]
    {340, 340, 4, 6},   //
    {344, 344, 4, 7},   //
    {348, -1, 4, 13},   // clockRate
    {352, 352, 8, 9},   // totalConstMem
    {360, 360, 4, 75},  // major
    {364, 364, 4, 76},  // minor
    {368, 368, 8, 14},  // textureAlignment
    {376, 376, 8, 51},  // texturePitchAlignment
    {384, -1, 4, 15},   // deviceOverlap
    {388, 384, 4, 16},  // multiProcessorCount
    {400, 392, 4, 19},  // canMapHostMemory
    {576, 560, 4, 31},  // concurrentKernels
    {580, 564, 4, 32},  // ECCEnabled
    {584, 568, 4, 33},  // pciBusID
    {600, 584, 4, 40},  // asyncEngineCount
    {604, 588, 4, 41},  // unifiedAddressing
    {608, -1, 4, 36},   // memoryClockRate
    {612, 592, 4, 37},  // memoryBusWidth
    {616, 596, 4, 38},  // l2CacheSize
    {620, 600, 4, 108}, // persistingL2CacheMaxSize
    {624, 604, 4, 39},  // maxThreadsPerMultiProcessor
    {628, 608, 4, 78},  // streamPrioritiesSupported
    {632, 612, 4, 79},  // globalL1CacheSupported
    {636, 616, 4, 80},  // localL1CacheSupported
    {640, 624, 8, 81},  // sharedMemPerMultiprocessor
    {648, 632, 4, 82},  // regsPerMultiprocessor
    {652, 636, 4, 83},  // managedMemory
    {668, -1, 4, 87},   // singleToDoublePrecisionPerfRatio
    {676, 656, 4, 89},  // concurrentManagedAccess
    {680, 660, 4, 90},  // computePreemptionSupported
    {688, 668, 4, 95},  // cooperativeLaunch
    {696, 672, 8, 97},  // sharedMemPerBlockOptin
    {712, 688, 4, 106}, // maxBlocksPerMultiProcessor
    {716, 692, 4, 109}, // accessPolicyMaxWindowSize
    {720, 696, 8, 111}, // reservedSharedMemPerBlock
    {728, 704, 4, 99},  // hostRegisterSupported, not in 11
    {744, 720, 4, 115}, // memoryPoolsSupported, not in 11
    {760, 736, 4, 119}, // memoryPoolSupportedHandleTypes, not in 11
    {768, 744, 4, 125}, // ipcEventSupported, not in 11
    {772, 748, 4, 120}, // clusterLaunch, not in 11
};

static CudaError properties(char *p, int device, bool is_13, size_t bytes) {
    ENTER();
    if (!p || !is_device(r, device))
        return runtime_leave_alive(r, cudaErrorInvalidDevice);
    memset(p, 0, bytes);
    snprintf(p, 256, "%s", r->gpu->name);
    runtime_uuid(p + 256, device);
    size_t total = (size_t)(r->gpu->mem_gib * 1073741824.0);
    memcpy(p + 288, &total, sizeof total);
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const struct Field *f = &fields[i];
        int at = is_13 ? f->offset_13 : f->offset_12, v = 0;
        if (at < 0 || (size_t)(at + f->bytes) > bytes) continue;
        attribute(r->gpu, f->attribute, &v);
        if (f->attribute == PCI_BUS) v = device;
        size_t wide = (size_t)v;
        memcpy(p + at, &wide, (size_t)f->bytes);
    }
    return runtime_leave_alive(r, cudaSuccess);
}

// Unversioned in 11 (728 bytes) and again in 13 (1008 bytes).
CudaError cudaGetDeviceProperties(void *prop, int device) {
    ENTER();
    bool is_13 = runtime_made_by(r) >= 13000;
    runtime_leave_alive(r, cudaSuccess);
    return properties(prop, device, is_13, is_13 ? 1008 : 728);
}

CudaError cudaGetDeviceProperties_v2(void *prop, int device) { // 12
    return properties(prop, device, false, 1032);
}

// ---- limits

enum { STACK_MOST = 512 << 10 };

// printf buffers grow as needed: their limit is only remembered.
CudaError cudaDeviceSetLimit(int limit, size_t value) {
    ENTER();
    bool too_late = limit == LIMIT_HEAP && r->dev->heap.is_used;
    if (limit < 0 || limit >= (int)COUNT_OF(r->dev->limits) || too_late)
        return runtime_leave(r, cudaErrorInvalidValue);
    // As an H200 rounds them.
    if (limit == LIMIT_HEAP) value = max_of(value, (size_t)4 << 20);
    if (limit == LIMIT_STACK) value = (value + 15) & ~(size_t)15;
    if (limit == LIMIT_STACK && value > STACK_MOST)
        return runtime_leave(r, cudaErrorInvalidValue);
    if (limit == LIMIT_STACK) r->dev->stack_grown = 0;
    r->dev->limits[limit] = value;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceGetLimit(size_t *value, int limit) {
    ENTER();
    if (limit < 0 || limit >= (int)COUNT_OF(r->dev->limits))
        return runtime_leave(r, cudaErrorInvalidValue);
    *value = device_limit(r->dev, limit);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaDeviceSetCacheConfig(int config) {
    (void)config;
    return cudaSuccess;
}

CudaError cudaDeviceGetCacheConfig(int *config) {
    *config = 0;
    return cudaSuccess;
}

CudaError cudaDeviceSetSharedMemConfig(int config) {
    (void)config;
    return cudaSuccess;
}

CudaError cudaDeviceGetSharedMemConfig(int *config) {
    *config = 1; // banks of 4 bytes
    return cudaSuccess;
}

CudaError cudaDriverGetVersion(int *version) {
    *version = 13000;
    return cudaSuccess;
}

CudaError cudaRuntimeGetVersion(int *version) {
    ENTER();
    *version = runtime_made_by(r);
    return runtime_leave(r, cudaSuccess);
}

// ---- a profiler's switches

CudaError cudaProfilerStart(void) {
    return cudaSuccess;
}

CudaError cudaProfilerStop(void) {
    return cudaSuccess;
}
