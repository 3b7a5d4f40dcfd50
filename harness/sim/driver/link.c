// Links: PTX that is handed in first and loaded later. The result is the
// input, or the texts one after the other: loading joins them.
#include "sim/driver/driver.h"

#include "base/heap.h"
#include "sim/ptx/ptx.h"
#include "sim/runtime/clock.h"

#include <string.h>

typedef struct SimLink {
    Handle handle;
    JitOptions options; // the program keeps them until the end
    char *image;        // the inputs, or NULL
    size_t bytes;
    bool text; // of PTX
} SimLink;

// ---- making

CuResult cuLinkCreate_v2(unsigned n, int *options, void **values, CuLink *out) {
    DRIVER(WANTS_CONTEXT);
    if (!out || (n && (!options || !values))) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    SimLink *l = heap_new(1, sizeof *l);
    *l = (SimLink){.options = {n, options, values}};
    handle_add(r, &l->handle, HANDLE_LINK);
    runtime_unlock();
    *out = l;
    return CUDA_SUCCESS;
}

static SimLink *link_find(Runtime *r, CuLink p) {
    return handle_find(r, p, HANDLE_LINK);
}

CuResult cuLinkDestroy(CuLink p) {
    DRIVER(WANTS_NOTHING);
    Runtime *r = runtime_lock();
    SimLink *l = link_find(r, p);
    if (l) {
        heap_free(l->image);
        l->image = NULL;
        handle_end(r, &l->handle);
    }
    runtime_unlock();
    return l ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

// ---- inputs

// CUjitInputType.
enum { INPUT_CUBIN, INPUT_PTX, INPUT_FATBIN };

static CuResult check_ptx(Runtime *r, const SimLink *l, const char *text) {
    Arena a = {0};
    Err err = {0};
    CuResult e = CUDA_SUCCESS;
    if (!ptx_parse(&a, "PTX", text, strlen(text), &err))
        e = jit_error(r, &l->options, &err);
    err_clear(&err);
    arena_reset(&a);
    return e;
}

static void append(SimLink *l, const char *data, size_t n, bool text) {
    char *image = heap_new(l->bytes + n + 2, 1);
    if (l->image) {
        memcpy(image, l->image, l->bytes);
        image[l->bytes++] = '\n';
    }
    memcpy(image + l->bytes, data, n);
    heap_free(l->image);
    l->image = image;
    l->bytes += n;
    l->text = text;
}

static CuResult add(Runtime *r, SimLink *l, int type, const void *data,
                    size_t n) {
    bool text = type == INPUT_PTX;
    if (type > INPUT_FATBIN || (l->image && !(text && l->text))) {
        host_note(r, SIM_TRAP_UNSUPPORTED, "Compile the device code to PTX.",
                  l->image ? "not simulated yet: a link of several fat binaries"
                           : "not simulated yet: a link of objects and "
                             "libraries");
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    char *copy = heap_new(n + 1, 1);
    memcpy(copy, data, n);
    if (text) n = strlen(copy);
    CuResult e = text ? check_ptx(r, l, copy) : CUDA_SUCCESS;
    if (!e) append(l, copy, n, text);
    heap_free(copy);
    return e;
}

static CuResult add_input(CuLink p, int type, const void *data, size_t n) {
    if (type < 0 || !data || !n) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    SimLink *l = link_find(r, p);
    CuResult e = l ? add(r, l, type, data, n) : CUDA_ERROR_INVALID_HANDLE;
    runtime_unlock();
    return e;
}

CuResult cuLinkAddData_v2(CuLink l, int type, void *data, size_t bytes,
                          const char *name, unsigned n, int *options,
                          void **values) {
    (void)name, (void)n, (void)options, (void)values;
    DRIVER(WANTS_CONTEXT);
    return add_input(l, type, data, bytes);
}

CuResult cuLinkAddFile_v2(CuLink l, int type, const char *path, unsigned n,
                          int *options, void **values) {
    (void)n, (void)options, (void)values;
    DRIVER(WANTS_CONTEXT);
    char *bytes;
    size_t size;
    CuResult e =
        path ? module_read(path, &bytes, &size) : CUDA_ERROR_INVALID_VALUE;
    if (e) return e;
    e = add_input(l, type, bytes, size);
    heap_free(bytes);
    return e;
}

// The image belongs to the link, and is an image for cuModuleLoadData.
CuResult cuLinkComplete(CuLink p, void **image, size_t *bytes) {
    DRIVER(WANTS_CONTEXT);
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_lock();
    SimLink *l = link_find(r, p);
    CuResult e = l ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (l && !l->image) e = CUDA_ERROR_INVALID_VALUE;
    if (!e) {
        *image = l->image;
        if (bytes) *bytes = l->bytes + 1;
        jit_log(&l->options, NULL);
    }
    runtime_unlock();
    return e;
}
