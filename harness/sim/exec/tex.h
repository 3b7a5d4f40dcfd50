// Textures, surfaces and arrays, between the runtime that makes them and the
// kernels that use them.
//
// The handle that a program holds (cudaArray_t, cudaTextureObject_t,
// cudaSurfaceObject_t) is the address of one of these records in device memory:
// a kernel's handle is checked like any pointer, and freeing one makes it
// invalid. The texels of an array lie row after row in another allocation; a
// GPU would fold them.
#ifndef SIM_TEX_H
#define SIM_TEX_H

#include "sim/cuda_abi.h"
#include "sim/mem/mem.h"

typedef enum TexAddress { // cudaTextureAddressMode
    TEX_WRAP,
    TEX_CLAMP,
    TEX_MIRROR,
    TEX_BORDER,
} TexAddress;

enum { // cudaChannelFormatKind, as far as arrays may have it
    CHANNEL_SIGNED,
    CHANNEL_UNSIGNED,
    CHANNEL_FLOAT,
};

enum { // flags of cudaMalloc3DArray
    ARRAY_LAYERED = 1,
    ARRAY_SURFACE = 2,
    ARRAY_CUBE = 4,
    ARRAY_GATHER = 8,
    ARRAY_FLAGS = 15,
};

// The texels of an array or of linear memory: their type and their place.
typedef struct TexImage {
    ChannelDesc format;
    uint32_t channels;             // 1, 2 or 4
    uint32_t texel;                // bytes
    uint64_t width, height, depth; // texels, all at least 1; layers are depth
    uint64_t pitch, slice;         // bytes
    uint64_t at;                   // device address
} TexImage;

typedef enum TexKind { TEX_ARRAY, TEX_TEXTURE, TEX_SURFACE } TexKind;

typedef struct TexRecord {
    uint64_t magic; // TEX_MAGIC
    TexKind kind;
    TexImage image;
    Extent extent; // of an array, as the program gave it
    unsigned flags;
    ResourceDesc resource; // of a texture or surface
    TextureDesc how;       // of a texture
} TexRecord;

#define TEX_MAGIC 0x6b617461u // "kata"

// The record of that kind at a handle, NULL if it is none (any more).
static inline TexRecord *tex_find(const Mem *m, uint64_t handle, TexKind kind) {
    const Alloc *a = mem_in_arena(m, handle) ? mem_find(m, handle) : NULL;
    if (!a || a->lo != handle || a->hi - a->lo < sizeof(TexRecord)) return NULL;
    TexRecord *t = mem_bytes(m, handle);
    return t->magic == TEX_MAGIC && t->kind == kind ? t : NULL;
}

#endif
