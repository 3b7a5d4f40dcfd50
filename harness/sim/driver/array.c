// The driver's arrays, textures and surfaces, which are the runtime's.
#include "sim/driver/driver.h"

#include <string.h>

// ---- formats

enum { SIGNED, UNSIGNED, FLOAT }; // cudaChannelFormatKind

static const struct Format {
    int number; // CUarray_format
    int bits, kind;
} formats[] = {
    {0x01, 8, UNSIGNED}, {0x02, 16, UNSIGNED}, {0x03, 32, UNSIGNED},
    {0x08, 8, SIGNED},   {0x09, 16, SIGNED},   {0x0a, 32, SIGNED},
    {0x10, 16, FLOAT},   {0x20, 32, FLOAT},
};

static bool channels_of(int format, unsigned n, ChannelDesc *out) {
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        if (formats[i].number != format) continue;
        *out = (ChannelDesc){.kind = formats[i].kind};
        for (unsigned c = 0; c < n && c < 4; c++)
            out->bits[c] = formats[i].bits;
        return n == 1 || n == 2 || n == 4;
    }
    return false;
}

static void format_of(const ChannelDesc *d, int *format, unsigned *n) {
    *n = 0;
    for (int c = 0; c < 4; c++)
        *n += d->bits[c] != 0;
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (formats[i].bits == d->bits[0] && formats[i].kind == d->kind)
            *format = formats[i].number;
}

// ---- arrays

static CuResult array_new(CudaArray *out, const CuArray3DDesc *d) {
    ChannelDesc c;
    if (!out || !channels_of(d->format, d->channels, &c))
        return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaMalloc3DArray(
        out, &c, (Extent){d->width, d->height, d->depth}, d->flags));
}

CuResult cuArrayCreate_v2(CudaArray *out, const CuArrayDesc *d) {
    DRIVER(WANTS_CONTEXT);
    if (!d) return CUDA_ERROR_INVALID_VALUE;
    CuArray3DDesc deep = {.width = d->width,
                          .height = d->height,
                          .format = d->format,
                          .channels = d->channels};
    return array_new(out, &deep);
}

CuResult cuArray3DCreate_v2(CudaArray *out, const CuArray3DDesc *d) {
    DRIVER(WANTS_CONTEXT);
    return d ? array_new(out, d) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuArrayDestroy(CudaArray array) {
    DRIVER(WANTS_CONTEXT);
    if (!array) return CUDA_ERROR_INVALID_HANDLE;
    return driver_result(cudaFreeArray(array));
}

static CuResult describe(CuArray3DDesc *d, CudaArray array) {
    ChannelDesc c = {0};
    Extent e = {0};
    CudaError error = cudaArrayGetInfo(&c, &e, &d->flags, array);
    d->width = e.width;
    d->height = e.height;
    d->depth = e.depth;
    format_of(&c, &d->format, &d->channels);
    return driver_result(error);
}

CuResult cuArray3DGetDescriptor_v2(CuArray3DDesc *d, CudaArray array) {
    DRIVER(WANTS_CONTEXT);
    return d ? describe(d, array) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuArrayGetDescriptor_v2(CuArrayDesc *d, CudaArray array) {
    DRIVER(WANTS_CONTEXT);
    CuArray3DDesc deep = {0};
    if (!d) return CUDA_ERROR_INVALID_VALUE;
    CuResult e = describe(&deep, array);
    *d = (CuArrayDesc){deep.width, deep.height, deep.format, deep.channels};
    return e;
}

// ---- textures and surfaces

static bool resource_of(const CuResourceDesc *d, ResourceDesc *out) {
    *out = (ResourceDesc){.type = d->type};
    switch (d->type) {
    case RESOURCE_ARRAY: out->array = d->array; return true;
    case RESOURCE_LINEAR:
        out->linear.p = (void *)(uintptr_t)d->linear.p;
        out->linear.size = d->linear.bytes;
        return channels_of(d->linear.format, d->linear.channels,
                           &out->linear.format);
    case RESOURCE_PITCH_2D:
        out->pitch_2d.p = (void *)(uintptr_t)d->pitch_2d.p;
        out->pitch_2d.width = d->pitch_2d.width;
        out->pitch_2d.height = d->pitch_2d.height;
        out->pitch_2d.pitch = d->pitch_2d.pitch;
        return channels_of(d->pitch_2d.format, d->pitch_2d.channels,
                           &out->pitch_2d.format);
    default: return false;
    }
}

// Integers of 8 and 16 bits are read as fractions unless a flag says otherwise.
static bool is_read_as_fraction(const CuResourceDesc *d, unsigned flags) {
    enum { READ_AS_INTEGER = 1 };
    ChannelDesc c = {0};
    if (flags & READ_AS_INTEGER) return false;
    if (d->type == RESOURCE_ARRAY) cudaGetChannelDesc(&c, d->array);
    if (d->type == RESOURCE_LINEAR)
        channels_of(d->linear.format, d->linear.channels, &c);
    if (d->type == RESOURCE_PITCH_2D)
        channels_of(d->pitch_2d.format, d->pitch_2d.channels, &c);
    return c.kind != FLOAT && c.bits[0] < 32;
}

static TextureDesc how_of(const CuResourceDesc *d, const CuTextureDesc *t) {
    enum { NORMALISED = 2, SRGB = 0x10 };
    TextureDesc how = {.filter = t->filter,
                       .read = is_read_as_fraction(d, t->flags),
                       .srgb = (t->flags & SRGB) != 0,
                       .normalised = (t->flags & NORMALISED) != 0,
                       .anisotropy = t->anisotropy,
                       .mip_filter = t->mip_filter,
                       .mip_bias = t->mip_bias,
                       .mip_least = t->mip_least,
                       .mip_most = t->mip_most};
    memcpy(how.address, t->address, sizeof how.address);
    memcpy(how.border, t->border, sizeof how.border);
    return how;
}

CuResult cuTexObjectCreate(CudaObject *out, const CuResourceDesc *d,
                           const CuTextureDesc *t, const void *view) {
    DRIVER(WANTS_CONTEXT);
    ResourceDesc resource;
    if (!out || !d || !t || !resource_of(d, &resource))
        return CUDA_ERROR_INVALID_VALUE;
    TextureDesc how = how_of(d, t);
    return driver_result(cudaCreateTextureObject(out, &resource, &how, view));
}

CuResult cuTexObjectDestroy(CudaObject texture) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDestroyTextureObject(texture));
}

CuResult cuSurfObjectCreate(CudaObject *out, const CuResourceDesc *d) {
    DRIVER(WANTS_CONTEXT);
    ResourceDesc resource;
    if (!out || !d || !resource_of(d, &resource))
        return CUDA_ERROR_INVALID_VALUE;
    return driver_result(cudaCreateSurfaceObject(out, &resource));
}

CuResult cuSurfObjectDestroy(CudaObject surface) {
    DRIVER(WANTS_CONTEXT);
    return driver_result(cudaDestroySurfaceObject(surface));
}
