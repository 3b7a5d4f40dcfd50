// The CUDA runtime's binary interface, as far as libkatasim offers it: what
// nvcc's host code and programs call. Declared here so that no toolkit is
// needed to build the library. Sources: the CUDA Runtime API reference and
// nvcc's host stubs, 11.8 to 13.
#ifndef SIM_CUDA_ABI_H
#define SIM_CUDA_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cudaError {
#define CUDA_ERROR(name, number, text) cuda##name = number,
#include "sim/cuda_errors.def"
} cudaError;
typedef int CudaError; // enums cross the interface as int

typedef struct Dim3 {
    unsigned x, y, z;
} Dim3;

typedef struct SimStream *CudaStream;
typedef struct SimEvent *CudaEvent;

typedef enum CopyKind {
    COPY_HOST_TO_HOST,
    COPY_HOST_TO_DEVICE,
    COPY_DEVICE_TO_HOST,
    COPY_DEVICE_TO_DEVICE,
    COPY_DEFAULT,
} CopyKind;

typedef struct FuncAttributes {
    size_t shared_bytes, const_bytes, local_bytes;
    int max_threads, regs, ptx_version, binary_version, cache_mode_ca;
    int max_dynamic_shared, preferred_carveout;
    int cluster[6]; // cluster dimensions and policies: none
    int reserved[16];
} FuncAttributes; // 13.0: 144 bytes; earlier runtimes read a prefix

typedef struct PointerAttributes {
    int type; // 0 unregistered, 1 host, 2 device, 3 managed
    int device;
    void *device_pointer, *host_pointer;
} PointerAttributes;

typedef struct Extent {
    size_t width, height, depth;
} Extent;

typedef struct PitchedPtr {
    void *p;
    size_t pitch, width, height;
} PitchedPtr;

typedef struct Copy3D {
    void *from_array;
    Extent from_at; // a position
    PitchedPtr from;
    void *to_array;
    Extent to_at;
    PitchedPtr to;
    Extent extent;
    int kind;
} Copy3D;

// Arrays, textures, surfaces (tex.h).
typedef struct CudaArrayTag *CudaArray;
typedef unsigned long long CudaObject;

typedef struct ChannelDesc {
    int bits[4]; // of each channel, 0: there is none
    int kind;    // CHANNEL_...
} ChannelDesc;

typedef enum ResourceType {
    RESOURCE_ARRAY,
    RESOURCE_MIPMAPPED,
    RESOURCE_LINEAR,
    RESOURCE_PITCH_2D,
} ResourceType;

typedef struct ResourceDesc {
    int type;
    union {
        CudaArray array;
        struct {
            void *p;
            ChannelDesc format;
            size_t size;
        } linear;
        struct {
            void *p;
            ChannelDesc format;
            size_t width, height, pitch;
        } pitch_2d;
    };
} ResourceDesc; // the part that all runtimes have; 12 and later add zeros

typedef struct TextureDesc {
    int address[3]; // TexAddress, per dimension
    int filter;     // 0: point, 1: linear
    int read;       // 0: as they are, 1: as floats in [0, 1] or [-1, 1]
    int srgb;
    float border[4];
    int normalised; // coordinates
    unsigned anisotropy;
    int mip_filter;
    float mip_bias, mip_least, mip_most;
    int no_trilinear, seamless;
} TextureDesc;

// cudaMemLocation.
typedef struct Location {
    int type, id;
} Location;

typedef struct SimPool *CudaPool;
typedef struct SimGraph *CudaGraph;
typedef struct SimNode *CudaNode;
typedef struct SimGraphExec *CudaExec;
typedef struct SimUserObject *CudaUserObject;

typedef struct IpcHandle {
    char opaque[64];
} IpcHandle;

typedef struct KernelNodeParams {
    void *func;
    Dim3 grid, block;
    unsigned shared_bytes;
    void **args, **extra;
} KernelNodeParams;

typedef struct MemsetParams {
    void *to;
    size_t pitch;
    unsigned value, unit; // bytes of an element
    size_t width, height; // in elements
} MemsetParams;

typedef struct HostNodeParams {
    void (*fn)(void *);
    void *ctx;
} HostNodeParams;

typedef struct MemAllocNodeParams {
    char pool[88];
    const void *access;
    size_t naccess;
    size_t bytes;
    void *p; // out
} MemAllocNodeParams;

typedef struct ConditionNodeParams {
    unsigned long long handle;
    int type;
    unsigned size;
    CudaGraph *graphs; // out
} ConditionNodeParams;

typedef struct GraphNodeParams {
    int type, reserved[3];
    union {
        long long space[29];
        KernelNodeParams kernel;
        struct {
            int flags, reserved[3];
            Copy3D copy;
        } memcpy;
        MemsetParams memset;
        HostNodeParams host;
        CudaGraph graph;
        CudaEvent event;
        MemAllocNodeParams alloc;
        ConditionNodeParams condition;
        void *free;
    };
    long long reserved_too;
} GraphNodeParams;

typedef struct EdgeData {
    unsigned char from_port, to_port, type, reserved[5];
} EdgeData;

typedef struct ExecUpdateInfo {
    int result;
    CudaNode node, from;
} ExecUpdateInfo;

typedef struct InstantiateParams {
    unsigned long long flags;
    CudaStream upload;
    CudaNode failed; // out
    int result;      // out
} InstantiateParams;

typedef struct LaunchAttribute {
    unsigned id, pad;
    uint32_t value[16]; // a union
} LaunchAttribute;

typedef struct LaunchConfig {
    Dim3 grid, block;
    size_t shared_bytes;
    CudaStream stream;
    const LaunchAttribute *attrs;
    unsigned nattrs;
} LaunchConfig;

// With one default stream per thread (nvcc --default-stream per-thread)
// programs call these names. Work is executed as it is issued, so there is no
// difference.
#define PER_THREAD(name, suffix)                                               \
    extern __typeof__(name) name##suffix __attribute__((alias(#name)));

// The functions, each once. X(return type, name, parameters)
#pragma GCC visibility push(default)
#define CUDA_API(type, name, ...) type name(__VA_ARGS__);
#include "sim/cuda_api.def"
#pragma GCC visibility pop

#endif
