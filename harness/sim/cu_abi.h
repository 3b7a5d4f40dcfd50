// The CUDA driver's binary interface, as far as libkatasim offers it. Streams,
// events, graphs, arrays and pools are those of the runtime (cuda_abi.h), as
// with NVIDIA's. Sources: the CUDA Driver API reference and cuda.h, 11.8 to 13.
#ifndef SIM_CU_ABI_H
#define SIM_CU_ABI_H

#include "sim/cuda_abi.h"

typedef enum CuError {
#define CU_ERROR(name, number) CUDA_##name = number,
#include "sim/cu_errors.def"
} CuError;
typedef int CuResult; // enums cross the interface as int

typedef unsigned long long CuPtr; // an address of the device
typedef struct SimContext *CuContext;
typedef struct SimModule *CuModule, *CuLibrary;
typedef struct SimLink *CuLink;
typedef void *CuFunction; // a Kernel (runtime.h), or what a kernel is to nvcc
typedef unsigned long long CuMemory; // a SimMemory (driver/reserve.c)

typedef struct CuUuid {
    char bytes[16];
} CuUuid;

typedef struct CuLaunchConfig {
    Dim3 grid, block;
    unsigned shared_bytes;
    CudaStream stream;
    const LaunchAttribute *attrs;
    unsigned nattrs;
} CuLaunchConfig;

// CUmemorytype.
typedef enum CuMemoryType {
    CU_ON_HOST = 1,
    CU_ON_DEVICE,
    CU_IN_ARRAY,
    CU_UNIFIED,
} CuMemoryType;

typedef struct CuEnd2D { // of a copy
    size_t x_bytes, y;
    int type;
    void *host;
    CuPtr device;
    CudaArray array;
    size_t pitch;
} CuEnd2D;

typedef struct CuCopy2D {
    CuEnd2D from, to;
    size_t width_bytes, height;
} CuCopy2D;

typedef struct CuEnd3D {
    size_t x_bytes, y, z, level;
    int type;
    void *host;
    CuPtr device;
    CudaArray array;
    void *reserved;
    size_t pitch, height;
} CuEnd3D;

typedef struct CuCopy3D {
    CuEnd3D from, to;
    size_t width_bytes, height, depth;
} CuCopy3D;

typedef struct CuArrayDesc {
    size_t width, height;
    int format;
    unsigned channels;
} CuArrayDesc;

typedef struct CuArray3DDesc {
    size_t width, height, depth;
    int format;
    unsigned channels, flags;
} CuArray3DDesc;

typedef struct CuResourceDesc {
    int type; // RESOURCE_...
    union {
        CudaArray array;
        struct {
            CuPtr p;
            int format;
            unsigned channels;
            size_t bytes;
        } linear;
        struct {
            CuPtr p;
            int format;
            unsigned channels;
            size_t width, height, pitch;
        } pitch_2d;
        int reserved[32];
    };
    unsigned flags;
} CuResourceDesc;

typedef struct CuTextureDesc {
    int address[3], filter;
    unsigned flags, anisotropy;
    int mip_filter;
    float mip_bias, mip_least, mip_most;
    float border[4];
    int reserved[12];
} CuTextureDesc;

typedef struct CuKernelNode {
    CuFunction func;
    Dim3 grid, block;
    unsigned shared_bytes;
    void **args, **extra;
    CuFunction kernel; // in the place of func
    CuContext context;
} CuKernelNode;

typedef struct CuMemsetNode {
    CuPtr to;
    size_t pitch;
    unsigned value, unit; // bytes of an element
    size_t width, height; // in elements
} CuMemsetNode;

// CUmemAllocationProp.
typedef struct CuMemoryProperties {
    int type, handle_types;
    Location where;
    void *windows;
    unsigned char flags[8];
} CuMemoryProperties;

typedef struct CuMemoryAccess {
    Location where;
    int flags; // 0: none, 1: to read, 3: to read and write
} CuMemoryAccess;

// The functions, each once.
#pragma GCC visibility push(default)
#define CU_API(since, name, ...)    CuResult name(__VA_ARGS__);
#define CU_PER_THREAD(name, suffix) extern __typeof__(name) name##suffix;
#include "sim/cu_api.def"
#pragma GCC visibility pop

#endif
