// Modules and libraries: PTX that a program loads itself, and what is in it.
#include "sim/driver/driver.h"

#include "base/heap.h"
#include "sim/mem/mem.h"
#include "sim/ptx/demangle.h"
#include "sim/runtime/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SimModule *modules;

void modules_add(SimModule *m) {
    m->next = modules;
    modules = m;
}

// ---- loading

static const JitOptions no_options;

// Takes no context: a library waits for one.
static CuResult module_make(SimModule **out, const void *image, HandleKind kind,
                            const JitOptions *o) {
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    SimModule *m = heap_new(1, sizeof *m);
    CuResult e = driver_result(r->dev->sticky);
    if (!e) e = module_keep(r, m, image);
    if (!e && kind == HANDLE_MODULE) e = module_start(r, m, o);
    if (e) {
        heap_free(m);
    } else {
        handle_add(r, &m->handle, kind);
        modules_add(m);
        *out = m;
    }
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

static CuResult make_from_file(SimModule **out, const char *path,
                               HandleKind kind, const JitOptions *o) {
    char *bytes;
    size_t n;
    CuResult e = module_read(path, &bytes, &n);
    if (e) return e;
    e = module_make(out, bytes, kind, o);
    heap_free(bytes);
    return e;
}

CuResult cuModuleLoad(CuModule *m, const char *path) {
    DRIVER(WANTS_CONTEXT);
    if (!m || !path) return CUDA_ERROR_INVALID_VALUE;
    return make_from_file(m, path, HANDLE_MODULE, &no_options);
}

CuResult cuModuleLoadData(CuModule *m, const void *image) {
    DRIVER(WANTS_CONTEXT);
    if (!m || !image) return CUDA_ERROR_INVALID_VALUE;
    return module_make(m, image, HANDLE_MODULE, &no_options);
}

CuResult cuModuleLoadDataEx(CuModule *m, const void *image, unsigned n,
                            int *options, void **values) {
    DRIVER(WANTS_CONTEXT);
    if (!m || !image) return CUDA_ERROR_INVALID_VALUE;
    JitOptions o = {n, options, values};
    return module_make(m, image, HANDLE_MODULE, &o);
}

CuResult cuModuleLoadFatBinary(CuModule *m, const void *image) {
    DRIVER(WANTS_CONTEXT);
    if (!m || !image) return CUDA_ERROR_INVALID_VALUE;
    return module_make(m, image, HANDLE_MODULE, &no_options);
}

CuResult cuLibraryLoadData(CuLibrary *l, const void *image, int *jit,
                           void **jit_values, unsigned njit, int *options,
                           void **values, unsigned n) {
    (void)options, (void)values, (void)n;
    DRIVER(WANTS_START);
    if (!l || !image) return CUDA_ERROR_INVALID_VALUE;
    JitOptions o = {njit, jit, jit_values};
    return module_make(l, image, HANDLE_LIBRARY, &o);
}

CuResult cuLibraryLoadFromFile(CuLibrary *l, const char *path, int *jit,
                               void **jit_values, unsigned njit, int *options,
                               void **values, unsigned n) {
    (void)options, (void)values, (void)n;
    DRIVER(WANTS_START);
    if (!l || !path) return CUDA_ERROR_INVALID_VALUE;
    JitOptions o = {njit, jit, jit_values};
    return make_from_file(l, path, HANDLE_LIBRARY, &o);
}

// ---- unloading

// Its kernels stay known, so that a launch of one can be told of.
void module_end(Runtime *r, SimModule *m) {
    if (m->image.unloaded) return;
    for (int d = 0; d < DEVICES_MOST; d++) {
        if (m->image.on[d].module) module_unload(m->image.on[d].module);
        m->image.on[d].module = NULL;
    }
    m->image.unloaded = true;
    if (!m->handle.dead) handle_end(r, &m->handle);
}

void modules_end(Runtime *r, int device) {
    for (SimModule *m = modules; m; m = m->next)
        if (m->handle.kind == HANDLE_MODULE && m->image.on[device].module)
            module_end(r, m);
}

static CuResult unload(void *p, HandleKind kind) {
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    SimModule *m = handle_find(r, p, kind);
    if (m) {
        runtime_wait_all(r);
        module_end(r, m);
    }
    runtime_leave_alive(r, cudaSuccess);
    return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CuResult cuModuleUnload(CuModule m) {
    DRIVER(WANTS_CONTEXT);
    return unload(m, HANDLE_MODULE);
}

CuResult cuLibraryUnload(CuLibrary l) {
    DRIVER(WANTS_START);
    return unload(l, HANDLE_LIBRARY);
}

// ---- what is in it

// Its code for the current device, a library's too; NULL: *e says why.
static Module *code_of(Runtime *r, void *p, SimModule **m, CuResult *e) {
    *m = handle_find(r, p, HANDLE_LIBRARY);
    if (!*m) *m = handle_find(r, p, HANDLE_MODULE);
    *e = CUDA_ERROR_INVALID_HANDLE;
    if (!*m) return NULL;
    struct Loaded *on = &(*m)->image.on[r->dev->ordinal];
    if ((*m)->handle.kind == HANDLE_LIBRARY && !on->tried)
        *e = module_start(r, *m, &no_options);
    else if (on->module)
        *e = CUDA_SUCCESS;
    return on->module;
}

static Kernel *kernel_in(Runtime *r, SimModule *m, const char *name) {
    for (Kernel *k = r->kernels; k; k = k->next)
        if (k->image == &m->image && !strcmp(k->name, name)) return k;
    Kernel *k = heap_new(1, sizeof *k);
    char *own = heap_new(strlen(name) + 1, 1);
    *k = (Kernel){.image = &m->image,
                  .host = k,
                  .name = strcpy(own, name),
                  .next = r->kernels};
    r->kernels = k;
    return k;
}

static bool has_entry(const Module *code, const char *name) {
    const char *const *at = module_entries(code);
    while (*at && strcmp(*at, name))
        at++;
    return *at != NULL;
}

// "vecAdd" where the module has "_Z6vecAddPfi": C++ has made a longer name.
static const char *mangled_like(Runtime *r, const Module *code,
                                const char *name) {
    size_t n = strlen(name);
    for (const char *const *at = module_entries(code); *at; at++) {
        const char *plain = demangle(&r->arena, *at);
        const char *paren = strchr(plain, '(');
        size_t length = paren ? (size_t)(paren - plain) : strlen(plain);
        if (strcmp(*at, plain) && length == n && !strncmp(plain, name, n))
            return *at;
    }
    return NULL;
}

// Most programs only print the error: the names that there are help more.
static void note_missing(Runtime *r, const Module *code, const char *name) {
    const char *like = mangled_like(r, code, name);
    const char *first = module_entries(code)[0];
    if (like)
        host_note_mild(r, SIM_NOTE, SIM_TRAP_LAUNCH, NULL,
                       "Declare the kernel extern \"C\", or ask for that name.",
                       "The module has no kernel '%.80s': C++ has made '%.80s' "
                       "of the name. extern \"C\" keeps it",
                       name, like);
    else
        host_note_mild(r, SIM_NOTE, SIM_TRAP_LAUNCH, NULL,
                       "The name is that of .entry in the PTX.",
                       "The module has no kernel '%.80s'%s%.80s%s", name,
                       first ? "; it has '" : " and no other",
                       first ? first : "", first ? "'" : "");
}

static CuResult get_kernel(CuFunction *out, void *p, const char *name) {
    if (!out || !name) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    SimModule *m;
    CuResult e;
    const Module *code = code_of(r, p, &m, &e);
    if (code && has_entry(code, name)) {
        *out = kernel_in(r, m, name);
    } else if (code) {
        note_missing(r, code, name);
        e = CUDA_ERROR_NOT_FOUND;
    }
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

CuResult cuModuleGetFunction(CuFunction *f, CuModule m, const char *name) {
    DRIVER(WANTS_CONTEXT);
    return get_kernel(f, m, name);
}

CuResult cuLibraryGetKernel(CuFunction *f, CuLibrary l, const char *name) {
    DRIVER(WANTS_START);
    return get_kernel(f, l, name);
}

// The kernels' handles are the functions'.
CuResult cuKernelGetFunction(CuFunction *f, CuFunction kernel) {
    DRIVER(WANTS_CONTEXT);
    if (!f || !kernel) return CUDA_ERROR_INVALID_VALUE;
    *f = kernel;
    return CUDA_SUCCESS;
}

CuResult cuLibraryGetModule(CuModule *m, CuLibrary l) {
    DRIVER(WANTS_CONTEXT);
    if (!m) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    CuResult e;
    code_of(r, l, m, &e);
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

static CuResult get_variable(CuPtr *at, size_t *bytes, void *p,
                             const char *name) {
    if (!name || (!at && !bytes)) return CUDA_ERROR_INVALID_VALUE;
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    SimModule *m;
    CuResult e;
    Module *code = code_of(r, p, &m, &e);
    uint64_t size = 0, found = code ? module_var(code, name, &size) : 0;
    if (code && !found) e = CUDA_ERROR_NOT_FOUND;
    if (found && at) *at = found;
    if (found && bytes) *bytes = size;
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

CuResult cuModuleGetGlobal_v2(CuPtr *at, size_t *bytes, CuModule m,
                              const char *name) {
    DRIVER(WANTS_CONTEXT);
    return get_variable(at, bytes, m, name);
}

CuResult cuLibraryGetGlobal(CuPtr *at, size_t *bytes, CuLibrary l,
                            const char *name) {
    DRIVER(WANTS_CONTEXT);
    return get_variable(at, bytes, l, name);
}

CuResult cuLibraryGetManaged(CuPtr *at, size_t *bytes, CuLibrary l,
                             const char *name) {
    DRIVER(WANTS_CONTEXT);
    return get_variable(at, bytes, l, name);
}

// Up to n kernels, if out is there, and how many there are.
static CuResult list_kernels(CuFunction *out, unsigned n, unsigned *count,
                             void *p) {
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    SimModule *m;
    CuResult e;
    unsigned i = 0;
    const Module *code = code_of(r, p, &m, &e);
    for (const char *const *at = code ? module_entries(code) : NULL; at && *at;
         at++, i++)
        if (out && i < n) out[i] = kernel_in(r, m, *at);
    if (count) *count = i;
    runtime_leave_alive(r, cudaSuccess);
    return e;
}

CuResult cuModuleGetFunctionCount(unsigned *n, CuModule m) {
    DRIVER(WANTS_CONTEXT);
    return n ? list_kernels(NULL, 0, n, m) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuModuleEnumerateFunctions(CuFunction *out, unsigned n, CuModule m) {
    DRIVER(WANTS_CONTEXT);
    return out ? list_kernels(out, n, NULL, m) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuLibraryGetKernelCount(unsigned *n, CuLibrary l) {
    DRIVER(WANTS_START);
    return n ? list_kernels(NULL, 0, n, l) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuLibraryEnumerateKernels(CuFunction *out, unsigned n, CuLibrary l) {
    DRIVER(WANTS_START);
    return out ? list_kernels(out, n, NULL, l) : CUDA_ERROR_INVALID_VALUE;
}

CuResult cuModuleGetLoadingMode(int *mode) {
    enum { LAZY = 2 };
    DRIVER(WANTS_START);
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = LAZY;
    return CUDA_SUCCESS;
}
