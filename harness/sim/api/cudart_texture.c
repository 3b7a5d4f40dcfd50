// Arrays, textures and surfaces as the CUDA runtime offers them. Records in
// device memory (tex.h) describe them; copies to and from arrays are copies of
// the device memory that their texels are.
#include "sim/exec/tex.h"
#include "sim/runtime/clock.h"

#include <string.h>

enum { PITCH_ALIGN = 32, LINEAR_TEXELS = 1 << 28 };

// ---- records

static uint64_t record_new(Runtime *r, const TexRecord *t, const char *name) {
    uint64_t at = mem_alloc(r->mem, sizeof *t, ALLOC_DEVICE, name);
    if (at) memcpy(mem_bytes(r->mem, at), t, sizeof *t);
    return at;
}

static TexRecord *record_of(const Runtime *r, uint64_t handle, TexKind kind) {
    return tex_find(r->mem, handle, kind);
}

static TexRecord *array_of(const Runtime *r, CudaArray a) {
    return record_of(r, (uint64_t)(uintptr_t)a, TEX_ARRAY);
}

// The same number of bits in each of 1, 2 or 4 channels.
static bool format_fill(TexImage *image, const ChannelDesc *d) {
    uint32_t n = 0;
    int bits = d->bits[0];

    while (n < 4 && d->bits[n])
        n++;
    for (uint32_t i = 0; i < 4; i++)
        if (d->bits[i] != (i < n ? bits : 0)) return false;
    bool known =
        bits == 32 || bits == 16 || (bits == 8 && d->kind != CHANNEL_FLOAT);
    if (!known || n == 0 || n == 3 || d->kind < 0 || d->kind > CHANNEL_FLOAT)
        return false;
    image->format = *d;
    image->channels = n;
    image->texel = n * (uint32_t)bits / 8;
    return true;
}

// ---- arrays

ChannelDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
    return (ChannelDesc){{x, y, z, w}, kind};
}

static CudaError array_new(Runtime *r, CudaArray *out, const ChannelDesc *desc,
                           Extent e, unsigned flags) {
    TexRecord t = {
        .magic = TEX_MAGIC, .kind = TEX_ARRAY, .extent = e, .flags = flags};
    TexImage *i = &t.image;

    if (!out || !desc) return cudaErrorInvalidValue;
    if (!format_fill(i, desc)) return cudaErrorInvalidChannelDescriptor;
    if (!e.width || flags & ~(unsigned)ARRAY_FLAGS)
        return cudaErrorInvalidValue;
    if (flags & ARRAY_LAYERED && !e.depth) return cudaErrorInvalidValue;
    if (flags & ARRAY_CUBE && (e.width != e.height || e.depth % 6 || !e.depth))
        return cudaErrorInvalidValue;
    i->width = e.width;
    i->height = e.height ? e.height : 1;
    i->depth = e.depth ? e.depth : 1;
    i->pitch =
        (i->width * i->texel + PITCH_ALIGN - 1) / PITCH_ALIGN * PITCH_ALIGN;
    i->slice = i->pitch * i->height;
    i->at = mem_alloc(r->mem, i->slice * i->depth, ALLOC_DEVICE, NULL);
    if (!i->at) return cudaErrorMemoryAllocation;
    *out = (CudaArray)(uintptr_t)record_new(r, &t, NULL);
    return *out ? cudaSuccess : cudaErrorMemoryAllocation;
}

CudaError cudaMalloc3DArray(CudaArray *array, const ChannelDesc *desc,
                            Extent extent, unsigned flags) {
    ENTER();
    return runtime_leave(r, array_new(r, array, desc, extent, flags));
}

CudaError cudaMallocArray(CudaArray *array, const ChannelDesc *desc,
                          size_t width, size_t height, unsigned flags) {
    if (flags & (ARRAY_LAYERED | ARRAY_CUBE)) return cudaErrorInvalidValue;
    return cudaMalloc3DArray(array, desc, (Extent){width, height, 0}, flags);
}

CudaError cudaFreeArray(CudaArray array) {
    ENTER();
    if (!array) return runtime_leave(r, cudaSuccess);
    TexRecord *t = array_of(r, array);
    if (!t) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    runtime_wait_all(r);
    t->magic = 0;
    mem_release(r->mem, t->image.at);
    mem_release(r->mem, (uint64_t)(uintptr_t)array);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaArrayGetInfo(ChannelDesc *desc, Extent *extent, unsigned *flags,
                           CudaArray array) {
    ENTER();
    const TexRecord *t = array_of(r, array);
    if (!t) return runtime_leave(r, cudaErrorInvalidResourceHandle);
    if (desc) *desc = t->image.format;
    if (extent) *extent = t->extent;
    if (flags) *flags = t->flags;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGetChannelDesc(ChannelDesc *desc, CudaArray array) {
    return cudaArrayGetInfo(desc, NULL, NULL, array);
}

// ---- copies

// Byte x of row y, or NULL: then *e says why.
static void *texture_place(Runtime *r, CudaArray array, size_t x, size_t y,
                           size_t width, size_t height, size_t *pitch,
                           CudaError *e) {
    const TexRecord *t = array_of(r, array);

    *e = cudaErrorInvalidResourceHandle;
    if (!t) return NULL;
    const TexImage *i = &t->image;
    *e = cudaErrorInvalidValue;
    if (x + width > i->width * i->texel || y + height > i->height) return NULL;
    *e = cudaSuccess;
    *pitch = i->pitch;
    return (void *)(uintptr_t)(i->at + y * i->pitch + x);
}

CudaError cudaMemcpy2DToArrayAsync(CudaArray to, size_t x, size_t y,
                                   const void *from, size_t pitch, size_t width,
                                   size_t height, int kind, CudaStream stream) {
    ENTER();
    size_t to_pitch;
    CudaError e;
    void *p = texture_place(r, to, x, y, width, height, &to_pitch, &e);
    runtime_leave(r, e);
    if (!p) return e;
    return cudaMemcpy2DAsync(p, to_pitch, from, pitch, width, height, kind,
                             stream);
}

CudaError cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, CudaArray from,
                                     size_t x, size_t y, size_t width,
                                     size_t height, int kind,
                                     CudaStream stream) {
    ENTER();
    size_t from_pitch;
    CudaError e;
    void *p = texture_place(r, from, x, y, width, height, &from_pitch, &e);
    runtime_leave(r, e);
    if (!p) return e;
    return cudaMemcpy2DAsync(to, pitch, p, from_pitch, width, height, kind,
                             stream);
}

static CudaError then_wait(CudaError e) {
    return e != cudaSuccess ? e : cudaStreamSynchronize(NULL);
}

CudaError cudaMemcpy2DToArray(CudaArray to, size_t x, size_t y,
                              const void *from, size_t pitch, size_t width,
                              size_t height, int kind) {
    return then_wait(cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, width,
                                              height, kind, NULL));
}

CudaError cudaMemcpy2DFromArray(void *to, size_t pitch, CudaArray from,
                                size_t x, size_t y, size_t width, size_t height,
                                int kind) {
    return then_wait(cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width,
                                                height, kind, NULL));
}

CudaError cudaMemcpy2DArrayToArray(CudaArray to, size_t to_x, size_t to_y,
                                   CudaArray from, size_t x, size_t y,
                                   size_t width, size_t height, int kind) {
    ENTER();
    size_t from_pitch;
    CudaError e;
    void *p = texture_place(r, from, x, y, width, height, &from_pitch, &e);
    runtime_leave(r, e);
    if (!p) return e;
    return cudaMemcpy2DToArray(to, to_x, to_y, p, from_pitch, width, height,
                               kind);
}

// n bytes, which go on in the next row: as rows they are at most three pieces,
// the rest of the first, whole ones, the beginning of the last.
typedef struct Run {
    CudaArray array;
    size_t x, y;
    char *p;
    bool to_array;
    int kind;
    CudaStream stream;
} Run;

static CudaError run_piece(Run *k, size_t row, size_t width, size_t height) {
    CudaError e =
        k->to_array
            ? cudaMemcpy2DToArrayAsync(k->array, k->x, k->y, k->p, row, width,
                                       height, k->kind, k->stream)
            : cudaMemcpy2DFromArrayAsync(k->p, row, k->array, k->x, k->y, width,
                                         height, k->kind, k->stream);
    k->p += width * height;
    k->x = 0;
    k->y += height;
    return e;
}

static CudaError run_copy(Run k, size_t n) {
    ChannelDesc d;
    Extent extent;
    CudaError e = cudaArrayGetInfo(&d, &extent, NULL, k.array);
    TexImage i = {0};

    if (e != cudaSuccess) return e;
    format_fill(&i, &d);
    size_t row = extent.width * i.texel;
    if (k.x && n) {
        size_t first = n < row - k.x ? n : row - k.x;
        e = run_piece(&k, row, first, 1);
        n -= first;
    }
    if (e == cudaSuccess && n >= row) {
        e = run_piece(&k, row, row, n / row);
        n %= row;
    }
    if (e == cudaSuccess && n) e = run_piece(&k, row, n, 1);
    return e;
}

CudaError cudaMemcpyToArrayAsync(CudaArray to, size_t x, size_t y,
                                 const void *from, size_t n, int kind,
                                 CudaStream stream) {
    return run_copy(
        (Run){to, x, y, (char *)(uintptr_t)from, true, kind, stream}, n);
}

CudaError cudaMemcpyFromArrayAsync(void *to, CudaArray from, size_t x, size_t y,
                                   size_t n, int kind, CudaStream stream) {
    return run_copy((Run){from, x, y, to, false, kind, stream}, n);
}

CudaError cudaMemcpyToArray(CudaArray to, size_t x, size_t y, const void *from,
                            size_t n, int kind) {
    return then_wait(cudaMemcpyToArrayAsync(to, x, y, from, n, kind, NULL));
}

CudaError cudaMemcpyFromArray(void *to, CudaArray from, size_t x, size_t y,
                              size_t n, int kind) {
    return then_wait(cudaMemcpyFromArrayAsync(to, from, x, y, n, kind, NULL));
}

// ---- objects

static CudaError not_simulated(Runtime *r, const char *what,
                               const char *instead) {
    host_note(r, SIM_TRAP_UNSUPPORTED, instead, "%s not simulated.", what);
    return cudaErrorNotSupported;
}

static bool image_of(Runtime *r, const ResourceDesc *d, TexImage *i,
                     CudaError *e) {
    const TexRecord *t;

    *e = cudaErrorInvalidValue;
    switch (d->type) {
    case RESOURCE_ARRAY:
        t = array_of(r, d->array);
        *e = cudaErrorInvalidResourceHandle;
        if (t) *i = t->image;
        return t;
    case RESOURCE_LINEAR:
        if (!format_fill(i, &d->linear.format)) break;
        i->width = d->linear.size / i->texel;
        i->height = i->depth = 1;
        i->pitch = i->slice = d->linear.size;
        i->at = (uint64_t)d->linear.p;
        return i->width && i->width <= LINEAR_TEXELS && mem_find(r->mem, i->at);
    case RESOURCE_PITCH_2D:
        if (!format_fill(i, &d->pitch_2d.format)) break;
        i->width = d->pitch_2d.width;
        i->height = d->pitch_2d.height;
        i->depth = 1;
        i->pitch = d->pitch_2d.pitch;
        i->slice = i->pitch * i->height;
        i->at = (uint64_t)d->pitch_2d.p;
        // rows begin at multiples of 32 bytes, as textures want them
        return i->width && i->height && i->width * i->texel <= i->pitch &&
               i->pitch % PITCH_ALIGN == 0 && mem_find(r->mem, i->at);
    default: break;
    }
    *e = cudaErrorInvalidChannelDescriptor;
    if (d->type == RESOURCE_MIPMAPPED)
        *e = not_simulated(r, "Mipmaps are",
                           "Make one texture per level from plain arrays and "
                           "choose between them.");
    return false;
}

static CudaError texture_check(Runtime *r, const TexImage *i,
                               const TextureDesc *how) {
    bool is_float = i->format.kind == CHANNEL_FLOAT;
    bool whole = !is_float && how->read == 0;

    if (how->read == 1 && !is_float && i->format.bits[0] == 32)
        return cudaErrorInvalidNormSetting;
    if (how->filter == 1 && whole) return cudaErrorInvalidFilterSetting;
    for (int k = 0; k < 3; k++)
        if (how->address[k] < TEX_WRAP || how->address[k] > TEX_BORDER)
            return cudaErrorInvalidValue;
    if (!how->srgb) return cudaSuccess;
    return not_simulated(r, "Reading colours as sRGB is",
                         "Create the texture without sRGB and convert the "
                         "texels in the kernel.");
}

static CudaError object_new(Runtime *r, CudaObject *out,
                            const ResourceDesc *resource,
                            const TextureDesc *how, TexKind kind) {
    TexRecord t = {.magic = TEX_MAGIC, .kind = kind};
    CudaError e;

    if (!out || !resource || (kind == TEX_TEXTURE && !how))
        return runtime_leave(r, cudaErrorInvalidValue);
    if (!image_of(r, resource, &t.image, &e)) return runtime_leave(r, e);
    t.resource = *resource;
    if (how) {
        t.how = *how;
        e = texture_check(r, &t.image, how);
        if (e != cudaSuccess) return runtime_leave(r, e);
    } else {
        const TexRecord *a = resource->type == RESOURCE_ARRAY
                                 ? array_of(r, resource->array)
                                 : NULL;
        if (!a || !(a->flags & ARRAY_SURFACE))
            return runtime_leave(r, cudaErrorInvalidValue);
    }
    *out = record_new(r, &t, NULL);
    return runtime_leave(r, *out ? cudaSuccess : cudaErrorMemoryAllocation);
}

static CudaError object_free(CudaObject o, TexKind kind) {
    ENTER();
    TexRecord *t = record_of(r, o, kind);
    if (!o) return runtime_leave(r, cudaSuccess);
    if (!t) return runtime_leave(r, cudaErrorInvalidValue);
    t->magic = 0;
    mem_release(r->mem, o);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaCreateTextureObject(CudaObject *texture,
                                  const ResourceDesc *resource,
                                  const TextureDesc *how, const void *view) {
    CALLED();
    ENTER();
    if (view) {
        return runtime_leave(
            r, not_simulated(r, "A view of a texture's memory is",
                             "Describe the array itself, without a view."));
    }
    return object_new(r, texture, resource, how, TEX_TEXTURE);
}

CudaError cudaDestroyTextureObject(CudaObject texture) {
    return object_free(texture, TEX_TEXTURE);
}

CudaError cudaCreateSurfaceObject(CudaObject *surface,
                                  const ResourceDesc *resource) {
    CALLED();
    ENTER();
    return object_new(r, surface, resource, NULL, TEX_SURFACE);
}

CudaError cudaDestroySurfaceObject(CudaObject surface) {
    return object_free(surface, TEX_SURFACE);
}

static CudaError get(CudaObject o, TexKind kind, ResourceDesc *resource,
                     TextureDesc *how) {
    ENTER();
    const TexRecord *t = record_of(r, o, kind);
    if (!t) return runtime_leave(r, cudaErrorInvalidValue);
    if (resource) *resource = t->resource;
    if (how) *how = t->how;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaGetTextureObjectResourceDesc(ResourceDesc *resource,
                                           CudaObject texture) {
    return get(texture, TEX_TEXTURE, resource, NULL);
}

CudaError cudaGetTextureObjectTextureDesc(TextureDesc *how,
                                          CudaObject texture) {
    return get(texture, TEX_TEXTURE, NULL, how);
}

CudaError cudaGetSurfaceObjectResourceDesc(ResourceDesc *resource,
                                           CudaObject surface) {
    return get(surface, TEX_SURFACE, resource, NULL);
}

PER_THREAD(cudaMemcpy2DToArray, _ptds)
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz)
PER_THREAD(cudaMemcpy2DFromArray, _ptds)
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz)
PER_THREAD(cudaMemcpyToArray, _ptds)
