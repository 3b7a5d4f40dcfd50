// Copies and fills. A copy is a memcpy once both sides are known to be what the
// program says they are: of the bytes that the pointers stand for, which for
// device memory are elsewhere (mem.h).
#include "sim/runtime/clock.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/piece.h"
#include "sim/runtime/results.h"
#include "sim/runtime/task.h"
#include "sim/runtime/witness.h"

#include "sim/cache/cache.h"
#include "sim/check/shadow.h"
#include "sim/exec/tex.h"
#include "sim/ptx/demangle.h"

#include <string.h>

// A copy's engine is busy with it for this long beyond what its bytes take.
static const double COPY_START_US = 2.6, FILL_START_US = 0.7;
// Pageable memory is copied twice, by the host's processor first: small pieces
// go to the device with the command itself.
static const double HOST_COPY_GBS = 17, PAGEABLE_START_US = 12;
// A copy between devices that may not reach each other passes through the
// host: in pieces, one comes out while the one before goes in. Of the link to
// the host, by public figures of systems whose peer access is off.
static const double STAGED_SHARE = 0.75;
enum { WITH_COMMAND = 16 << 10 };

// ---- what a pointer is

static const Alloc *alloc_of(const Runtime *r, const void *p) {
    return mem_find(r->mem, (uint64_t)(uintptr_t)p);
}

// Device memory, or managed, or pinned; or plain host.
static bool on_device(const Runtime *r, const void *p) {
    if (!mem_in_arena(r->mem, (uint64_t)p)) return false;
    const Alloc *a = alloc_of(r, p);
    return !a || (a->kind != ALLOC_PINNED && a->kind != ALLOC_MANAGED);
}

static void *copy_bytes(const Runtime *r, const void *p) {
    return mem_bytes(r->mem, (uint64_t)p);
}

// The whole range must lie in one live allocation.
static bool in_bounds(const Runtime *r, const void *p, size_t n) {
    if (!mem_in_arena(r->mem, (uint64_t)p)) return true; // host: not ours
    const Alloc *a = alloc_of(r, p);
    return a && (uint64_t)p + n <= a->hi;
}

static bool same_side(const Runtime *r, const void *to, const void *from,
                      int kind) {
    bool to_dev = on_device(r, to), from_dev = on_device(r, from);
    bool to_any = mem_in_arena(r->mem, (uint64_t)to);
    bool from_any = mem_in_arena(r->mem, (uint64_t)from);
    switch (kind) {
    // With one address space the driver sees which side a pointer is on: of
    // the side that it need not look at, any will do (as seen on an H200).
    case COPY_HOST_TO_HOST: return to_dev == from_dev;
    case COPY_HOST_TO_DEVICE: return to_any;
    case COPY_DEVICE_TO_HOST: return from_any;
    case COPY_DEVICE_TO_DEVICE: return to_any && from_any;
    default: return true;
    }
}

// ---- saying what is wrong

static const char *const kind_text[] = {
    "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
    "cudaMemcpyDeviceToDevice"};

static const char *side(const Runtime *r, const void *p) {
    if (!mem_in_arena(r->mem, (uint64_t)p)) return "host memory";
    const Alloc *a = alloc_of(r, p);
    if (!a) return "device memory that is not allocated";
    return a->kind == ALLOC_PINNED    ? "pinned host memory"
           : a->kind == ALLOC_MANAGED ? "managed memory"
                                      : "device memory";
}

// The variable of the device whose name in host code gives this address.
static const char *variable_of(Runtime *r, const void *p) {
    for (const Variable *v = r->variables; v; v = v->next)
        if ((const char *)p >= (const char *)v->host &&
            (const char *)p < (const char *)v->host + v->size)
            return demangle(&r->arena, v->name);
    return NULL;
}

// Notes what is said of host memory, with the cause that learners know least.
static bool note_variable(Runtime *r, const void *p, const char *what) {
    const char *name = variable_of(r, p);
    if (name)
        host_note(r, SIM_TRAP_COPY_KIND,
                  "cudaMemcpyToSymbol and cudaMemcpyFromSymbol copy to and "
                  "from it; cudaGetSymbolAddress gives the address that other "
                  "calls need.",
                  "In host code the name of `%s`, a variable of the device, "
                  "is not its address there: %s",
                  name, what);
    return name != NULL;
}

static void note_direction(Runtime *r, const CopyTask *c) {
    static const char what[] = "the copy goes to or from the host's memory";
    if (note_variable(r, c->to.p, what) || note_variable(r, c->from.p, what))
        return;
    host_note(r, SIM_TRAP_COPY_KIND,
              "cudaMemcpy(to, from, bytes, direction): are the pointers the "
              "wrong way round, or the direction?",
              "The copy says %s, but it goes to %s from %s", kind_text[c->kind],
              side(r, c->to.p), side(r, c->from.p));
}

// Bytes past the end of an allocation at which an address still means it.
enum { NEAR_END = 1 << 20 };

static void note_size(Runtime *r, const void *p, size_t n, const char *what) {
    const Alloc *a = mem_nearest(r->mem, (uint64_t)(uintptr_t)p);
    uint64_t at = (uint64_t)(uintptr_t)p;
    bool inside = a && at >= a->lo && at < a->hi;
    if (inside && a->kind == ALLOC_FREED)
        host_note_alloc(r, SIM_TRAP_AFTER_FREE, a,
                        "cudaFree came before the copy that uses the memory.",
                        "%s memory that was freed", what);
    else if (inside)
        host_note_alloc(r, SIM_TRAP_COPY_SIZE, a,
                        "Sizes are in bytes: count * sizeof(type). Was the "
                        "allocation, or the copy, counted otherwise?",
                        "%s %zu bytes from byte %llu on of an allocation of "
                        "%llu",
                        what, n, (unsigned long long)(at - a->lo),
                        (unsigned long long)(a->hi - a->lo));
    else if (a && a->kind != ALLOC_FREED && at >= a->hi &&
             at - a->hi < NEAR_END)
        host_note_alloc(r, SIM_TRAP_COPY_SIZE, a,
                        "Where does this part begin, and how many parts does "
                        "the memory have room for?",
                        "%s %zu bytes from byte %llu on of an allocation that "
                        "has %llu",
                        what, n, (unsigned long long)(at - a->lo),
                        (unsigned long long)(a->hi - a->lo));
    else
        host_note_alloc(r, SIM_TRAP_COPY_SIZE, NULL,
                        "Did the allocation succeed, and is this its pointer?",
                        "%s device memory that is not allocated", what);
}

// ---- copies

static CudaError row_check(Runtime *r, const CopyTask *c, const void *to,
                           const void *from) {
    size_t n = c->extent.width;
    if (!in_bounds(r, to, n)) {
        note_size(r, to, n, "The copy writes");
        return cudaErrorInvalidValue;
    }
    if (!in_bounds(r, from, n)) {
        note_size(r, from, n, "The copy reads");
        return cudaErrorInvalidValue;
    }
    if (same_side(r, to, from, c->kind)) return cudaSuccess;
    note_direction(r, c);
    return cudaErrorInvalidValue;
}

// A cudaArray's handle is no address: texels lie as the device likes.
static bool note_array(Runtime *r, const void *p, const char *what) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    if (!mem_in_arena(r->mem, at) || !tex_find(r->mem, at, TEX_ARRAY))
        return false;
    host_note(r, SIM_TRAP_COPY_KIND,
              "cudaMemcpy2DToArray and cudaMemcpy2DFromArray copy to and from "
              "an array, cudaMemcpy3D where it has three dimensions.",
              "%s a cudaArray, whose handle is no address", what);
    return true;
}

static size_t rows_of(const Extent *e) {
    return e->width ? e->height * e->depth : 0;
}

static char *row_at(const Box *b, const Extent *e, size_t i) {
    return (char *)b->p + i % e->height * b->pitch + i / e->height * b->slice;
}

CudaError copy_check(Runtime *r, const CopyTask *c) {
    const Extent *e = &c->extent;
    if (c->kind < COPY_HOST_TO_HOST || c->kind > COPY_DEFAULT)
        return cudaErrorInvalidMemcpyDirection;
    if (!rows_of(e)) return cudaSuccess;
    if (e->width > c->to.pitch || e->width > c->from.pitch)
        return cudaErrorInvalidValue; // as seen on an H200
    if (!c->to.p || !c->from.p) return cudaErrorInvalidValue;
    if (note_array(r, c->to.p, "The copy writes to") ||
        note_array(r, c->from.p, "The copy reads from"))
        return cudaErrorInvalidValue; // as seen on an H200
    for (size_t i = 0; i < rows_of(e); i++) {
        CudaError error =
            row_check(r, c, row_at(&c->to, e, i), row_at(&c->from, e, i));
        if (error) return error;
    }
    // Reports a wrong direction even where one address space makes the copy
    // work.
    bool both = on_device(r, c->to.p) && on_device(r, c->from.p);
    if (both && c->kind != COPY_DEVICE_TO_DEVICE && c->kind != COPY_DEFAULT)
        note_direction(r, c);
    return cudaSuccess;
}

static bool is_pageable(const Runtime *r, const CopyTask *c) {
    return !alloc_of(r, c->to.p) || !alloc_of(r, c->from.p);
}

static size_t bytes_in(const CopyTask *c) {
    return c->extent.width * rows_of(&c->extent);
}

static bool goes_with_command(const Runtime *r, const CopyTask *c) {
    return is_pageable(r, c) && on_device(r, c->to.p) &&
           bytes_in(c) <= WITH_COMMAND;
}

// Memory of the device is copied by a kernel of the driver's.
static Job device_copy(const Runtime *r, double n) {
    double gbs = r->gpu->dram_gbs * r->gpu->mix_eff;
    return (Job){.engine = ENGINE_KERNELS,
                 .gap_us = FILL_START_US,
                 .us = FILL_START_US + 2.0 * n / gbs / 1e3,
                 .waves = 1,
                 .use = {[USE_DRAM] = 1},
                 .what = SIM_SPAN_COPY,
                 .bytes = n};
}

static bool reaches(const Runtime *r, int device, int other) {
    return r->devices[device].peers >> other & 1;
}

static double peer_speed(const Runtime *r, int to, int from) {
    bool direct = reaches(r, to, from) || reaches(r, from, to);
    return direct ? r->gpu->peer_gbs : r->gpu->pcie_gbs * STAGED_SHARE;
}

static Job copy_job(const Runtime *r, const CopyTask *c) {
    const SimGpu *g = r->gpu;
    const Alloc *to = alloc_of(r, c->to.p), *from = alloc_of(r, c->from.p);
    bool to_dev = on_device(r, c->to.p), from_dev = on_device(r, c->from.p);
    bool peer = to_dev && from_dev && to && from && to->device != from->device;
    bool pageable = is_pageable(r, c);
    double n = (double)bytes_in(c);
    double gbs = peer       ? peer_speed(r, to->device, from->device)
                 : pageable ? 1 / (1 / g->pcie_gbs + 1 / HOST_COPY_GBS)
                            : g->pcie_gbs;
    Job job = {.us = COPY_START_US + n / gbs / 1e3, .bytes = n};
    if (pageable && n > WITH_COMMAND) job.us += PAGEABLE_START_US;
    if (to_dev && from_dev && !peer) return device_copy(r, n);
    job.engine = peer     ? ENGINE_COPY_PEER
                 : to_dev ? ENGINE_COPY_IN
                          : ENGINE_COPY_OUT;
    job.what = peer     ? SIM_SPAN_COPY_PEER
               : to_dev ? SIM_SPAN_COPY_IN
                        : SIM_SPAN_COPY_OUT;
    if (goes_with_command(r, c)) job.engine = ENGINE_NONE;
    if (peer) {
        job.to = to->device;
        job.from = from->device;
    }
    return job;
}

// A grid that was rounded down: the last launch had a thread for each element
// up to the first that nothing wrote, and less than a block is missing.
static uint64_t threads_short(const Runtime *r, uint64_t first, uint64_t blank,
                              uint64_t bytes) {
    if (!r->nlaunches || first + blank != bytes) return 0;
    const SimLaunchInfo *l = &r->launches[r->nlaunches - 1];
    uint64_t block = (uint64_t)l->block[0] * l->block[1] * l->block[2];
    uint64_t all = block * l->grid[0] * l->grid[1] * l->grid[2];
    uint64_t each = all && first % all == 0 ? first / all : 0;
    bool is_size = each && each <= 16 && (each & (each - 1)) == 0;
    return is_size && blank < block * each ? blank / each : 0;
}

// Reports a copy to the host of memory that nobody has written.
static void note_blank(Runtime *r, const CopyTask *c) {
    const Extent *e = &c->extent;
    size_t rows = rows_of(e);

    if (on_device(r, c->to.p) || !on_device(r, c->from.p)) return;
    uint64_t blank = 0, first = 0;
    for (size_t i = 0; i < rows; i++) {
        uint64_t at = 0, n = shadow_unwritten(mem_shadow(r->mem),
                                              (uint64_t)row_at(&c->from, e, i),
                                              e->width, &at);
        if (n && !blank) first = (uint64_t)row_at(&c->from, e, i) + at;
        blank += n;
    }
    if (!blank) return;
    uint64_t missing =
        threads_short(r, first - (uint64_t)c->from.p, blank, rows * e->width);
    if (missing)
        host_note_mild(r, SIM_NOTE, SIM_TRAP_UNINITIALISED,
                       alloc_of(r, c->from.p),
                       "Round the number of blocks up, (n + threads - 1) / "
                       "threads, and let the kernel look whether i < n.",
                       "The copy brings back %llu elements at the end that "
                       "nothing ever wrote: the last launch has as many "
                       "threads as there are elements before them",
                       (unsigned long long)missing);
    else if (blank < rows * e->width)
        host_note_mild(r, SIM_CLUE, SIM_TRAP_UNINITIALISED,
                       alloc_of(r, c->from.p),
                       "Do the blocks and threads of the launch reach all "
                       "elements, and is the index wide enough?",
                       "The copy brings back %zu bytes of device memory, of "
                       "which nothing ever wrote %llu, the first at byte %llu",
                       rows * e->width, (unsigned long long)blank,
                       (unsigned long long)(first - (uint64_t)c->from.p));
    else
        host_note_mild(r, SIM_NOTE, SIM_TRAP_UNINITIALISED,
                       alloc_of(r, c->from.p),
                       "Did the kernel run, does it write to this memory, and "
                       "is this the pointer that it was given?",
                       "The copy brings back %zu bytes of device memory to "
                       "which nothing was ever written",
                       rows * e->width);
}

void copy_execute(Runtime *r, const CopyTask *c, SimStream *s) {
    const Extent *e = &c->extent;
    note_blank(r, c);
    for (size_t i = 0; i < rows_of(e); i++)
        results_read(r, (uint64_t)row_at(&c->from, e, i), e->width);
    for (size_t i = 0; i < rows_of(e); i++) {
        const void *to = row_at(&c->to, e, i), *from = row_at(&c->from, e, i);
        results_written(r, (uint64_t)to, e->width, "a copy");
        memmove(copy_bytes(r, to), copy_bytes(r, from), e->width);
        // An H200 reads 16 MB right after their copy about as fast as again.
        if (on_device(r, to) && !on_device(r, from))
            caches_fill(r->dev->caches, (uint64_t)to, e->width);
        mem_copied(r->mem, (uint64_t)to, (uint64_t)from, e->width);
        witness_copied(r, to, from, e->width);
        piece_uses(r, from, e->width, SIM_USE_READ);
        piece_uses(r, to, e->width, SIM_USE_WRITE);
    }
    if (!rows_of(e)) return;
    bool to_dev = on_device(r, c->to.p), from_dev = on_device(r, c->from.p);
    if (to_dev != from_dev)
        *(to_dev ? &r->host_gave : &r->host_got) += (double)bytes_in(c);
    if (!to_dev && !from_dev) return;
    if (!s->in_graph) clock_spend(r, spend_us(SPEND_COPY));
    Job job = copy_job(r, c), *done = stream_add(r, s, &job);
    if (e->height * e->depth > 1) return;
    if (!to_dev) host_watch_copy(r, c->to.p, e->width, true, done);
    if (!from_dev) host_watch_copy(r, c->from.p, e->width, false, done);
}

bool copy_is_waited_for(const Runtime *r, const CopyTask *c) {
    return is_pageable(r, c) && !goes_with_command(r, c);
}

bool copy_is_staged(const Runtime *r, const CopyTask *c) {
    return rows_of(&c->extent) && on_device(r, c->to.p) &&
           !alloc_of(r, c->from.p);
}

// ---- fills

CudaError fill_check(Runtime *r, const FillTask *f) {
    const Extent *e = &f->extent;
    if (!rows_of(e)) return cudaSuccess;
    if (f->unit != 1 && f->unit != 2 && f->unit != 4)
        return cudaErrorInvalidValue;
    size_t n =
        f->to.pitch * (e->height - 1) + f->to.slice * (e->depth - 1) + e->width;
    if (!mem_in_arena(r->mem, (uint64_t)f->to.p)) {
        if (f->to.p &&
            !note_variable(r, f->to.p, "this sets the host's memory"))
            host_note(r, SIM_TRAP_COPY_KIND,
                      "cudaMemset is for memory of CUDA: use memset.",
                      "A cudaMemset of host memory");
        return cudaErrorInvalidValue;
    }
    if (note_array(r, f->to.p, "The memset writes to"))
        return cudaErrorInvalidValue;
    if (in_bounds(r, f->to.p, n)) return cudaSuccess;
    note_size(r, f->to.p, n, "The memset writes");
    return cudaErrorInvalidValue;
}

static void fill_row(char *to, size_t n, uint32_t value, unsigned unit) {
    if (unit == 1) {
        memset(to, (int)value, n);
        return;
    }
    for (size_t i = 0; i + unit <= n; i += unit)
        memcpy(to + i, &value, unit); // little-endian, like the devices
}

void fill_execute(Runtime *r, const FillTask *f, SimStream *s) {
    const Extent *e = &f->extent;
    for (size_t i = 0; i < rows_of(e); i++) {
        const void *to = row_at(&f->to, e, i);
        results_written(r, (uint64_t)to, e->width, "a memset");
        fill_row(copy_bytes(r, to), e->width, f->value, f->unit);
        mem_wrote(r->mem, (uint64_t)to, e->width);
        witness_filled(r, to, e->width);
        piece_uses(r, to, e->width, SIM_USE_WRITE);
        caches_fill(r->dev->caches, (uint64_t)to, e->width);
    }
    double n = (double)(rows_of(e) * e->width);
    if (n <= 0) return;
    if (!s->in_graph) clock_spend(r, spend_us(SPEND_FILL));
    Job job = {.engine = ENGINE_KERNELS,
               .gap_us = FILL_START_US,
               .us = FILL_START_US + n / r->gpu->dram_gbs / 1e3,
               .waves = 1,
               .use = {[USE_DRAM] = 1},
               .what = SIM_SPAN_FILL,
               .bytes = n};
    stream_add(r, s, &job);
}

// ---- copies that name arrays or symbols

static bool array_flatten(const Runtime *r, CudaArray array, PitchedPtr *p,
                          Extent *at, const Extent *extent, size_t *texel) {
    const TexRecord *t =
        tex_find(r->mem, (uint64_t)(uintptr_t)array, TEX_ARRAY);

    if (!t) return false;
    const TexImage *i = &t->image;
    if (at->width + extent->width > i->width ||
        at->height + extent->height > i->height ||
        at->depth + extent->depth > i->depth)
        return false;
    *p = (PitchedPtr){(void *)(uintptr_t)i->at, i->pitch, i->pitch, i->height};
    at->width *= i->texel;
    *texel = i->texel;
    return true;
}

// If an array takes part, extents count its elements.
static CudaError copy_flatten(Runtime *r, Copy3D *c) {
    size_t texel = 1;

    if (!c->from_array && !c->to_array) return cudaSuccess;
    bool ok =
        (!c->from_array || array_flatten(r, c->from_array, &c->from,
                                         &c->from_at, &c->extent, &texel)) &&
        (!c->to_array ||
         array_flatten(r, c->to_array, &c->to, &c->to_at, &c->extent, &texel));
    c->extent.width *= texel;
    c->from_array = c->to_array = NULL;
    return ok ? cudaSuccess : cudaErrorInvalidValue;
}

static Box box_at(PitchedPtr p, Extent at) {
    size_t slice = p.pitch * p.height;
    char *base = p.p;
    return (Box){base + at.depth * slice + at.height * p.pitch + at.width,
                 p.pitch, slice};
}

CudaError copy_of_3d(Runtime *r, const Copy3D *c, CopyTask *task) {
    Copy3D flat = *c;
    CudaError e = copy_flatten(r, &flat); // arrays, as what they are
    *task = (CopyTask){box_at(flat.to, flat.to_at),
                       box_at(flat.from, flat.from_at), flat.extent, flat.kind};
    return e;
}

// Only the direction of the other end is wrong.
static bool fits_symbol(int kind, bool to_symbol) {
    return kind == COPY_DEFAULT || kind == COPY_DEVICE_TO_DEVICE ||
           kind == (to_symbol ? COPY_HOST_TO_DEVICE : COPY_DEVICE_TO_HOST);
}

CudaError copy_of_symbol(Runtime *r, const void *symbol, void *other, size_t n,
                         size_t offset, bool to_symbol, int kind,
                         CopyTask *task) {
    if (!fits_symbol(kind, to_symbol)) return cudaErrorInvalidMemcpyDirection;
    uint64_t size = 0, at = runtime_symbol(r, symbol, &size);
    if (!at) return cudaErrorInvalidSymbol;
    if (offset > size || n > size - offset) {
        note_size(r, (char *)at + offset, n,
                  to_symbol ? "The copy writes" : "The copy reads");
        return cudaErrorInvalidValue;
    }
    void *device = (void *)(at + offset);
    // From device to device works with host memory as well.
    if (kind == COPY_DEVICE_TO_DEVICE) kind = COPY_DEFAULT;
    *task = task_copy(to_symbol ? device : other, to_symbol ? other : device, n,
                      kind)
                .copy;
    return cudaSuccess;
}
