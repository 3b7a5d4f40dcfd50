// Launches by the driver: parameters as pointers or in a buffer.
#include "sim/driver/driver.h"

#include "base/heap.h"
#include "sim/decode/code.h"
#include "sim/runtime/task.h"

#include <stdio.h>
#include <string.h>

typedef struct DriverLaunch {
    CuFunction f;
    Dim3 grid, block, cluster;
    size_t shared;
    bool cooperative;
    CudaStream stream;
    void **params, **extra;
} DriverLaunch;

// ---- parameters

static size_t params_end(const Code *c) {
    size_t end = 0;
    for (int i = 0; i < c->func->nparams; i++)
        end = max_of(end, (size_t)c->func->params[i]->offset +
                              (size_t)c->func->params[i]->size);
    return end;
}

static CudaError bad_params(Runtime *r, const Code *c, const char *hint,
                            const char *what) {
    host_note(r, SIM_TRAP_LAUNCH, hint, "The launch of %.120s %s", c->demangled,
              what);
    return cudaErrorInvalidValue;
}

// The buffer that `extra` names, and its size.
static bool read_extra(void **extra, const void **buffer, size_t *bytes) {
    enum { END, BUFFER, BYTES };
    *buffer = NULL;
    *bytes = 0;
    for (; *extra != (void *)END; extra += 2) {
        uintptr_t which = (uintptr_t)extra[0];
        if (which == BUFFER)
            *buffer = extra[1];
        else if (which == BYTES && extra[1])
            memcpy(bytes, extra[1], sizeof *bytes);
        else
            return false;
    }
    return true;
}

// Compilers may pad a structure at its end.
static CudaError take_buffer(Runtime *r, const Code *c, void **extra,
                             uint8_t *to) {
    enum { PADDING = 16 };
    const void *buffer;
    size_t bytes, need = params_end(c);
    char text[120];
    if (!read_extra(extra, &buffer, &bytes) || (need && !buffer))
        return bad_params(r, c,
                          "extra is CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, "
                          "CU_LAUNCH_PARAM_BUFFER_SIZE, &size, "
                          "CU_LAUNCH_PARAM_END.",
                          "has no buffer of parameters in extra");
    if (bytes < need || bytes >= need + PADDING) {
        snprintf(text, sizeof text,
                 "has a buffer of %zu bytes of parameters: the kernel takes "
                 "%zu",
                 bytes, need);
        return bad_params(r, c,
                          "Each parameter is at a multiple of its own size: "
                          "put them into a struct with the kernel's types.",
                          text);
    }
    if (need) memcpy(to, buffer, need);
    return cudaSuccess;
}

static CudaError take_pointers(Runtime *r, const Code *c, void **params,
                               uint8_t *to) {
    const PtxFunc *f = c->func;
    char text[80];
    if (!params && f->nparams)
        return bad_params(r, c,
                          "kernelParams has the address of each argument, in "
                          "the kernel's order.",
                          "passes no parameters, and the kernel has some");
    for (int i = 0; i < f->nparams; i++) {
        if (!params[i]) {
            snprintf(text, sizeof text, "passes NULL for parameter %d", i + 1);
            return bad_params(r, c,
                              "kernelParams has the address of each argument: "
                              "&n, not n.",
                              text);
        }
        memcpy(to + f->params[i]->offset, params[i], f->params[i]->size);
    }
    return cudaSuccess;
}

// ---- launching

static CudaError wrong_device(Runtime *r, const Kernel *k) {
    for (int d = 0; d < r->ndevices; d++)
        if (k->image->on[d].module)
            host_note(r, SIM_TRAP_OTHER_STREAM,
                      "A module belongs to the context that was current when "
                      "it was loaded.",
                      "The kernel %.120s was loaded on device %d and is "
                      "launched on device %d",
                      k->name, d, r->dev->ordinal);
    return cudaErrorInvalidResourceHandle;
}

// A CUmodule is there for one device.
static bool is_elsewhere(const Runtime *r, const Kernel *k) {
    if (k->host != k || k->image->unloaded) return false;
    const SimModule *m = (const SimModule *)((const char *)k->image -
                                             offsetof(SimModule, image));
    return m->handle.kind == HANDLE_MODULE &&
           !k->image->on[r->dev->ordinal].module;
}

static CudaError make_task(Runtime *r, const DriverLaunch *l, Task *task) {
    CudaError e;
    const Kernel *k = runtime_kernel(r, l->f);
    if (k && is_elsewhere(r, k)) return wrong_device(r, k);
    const Code *c = launch_code(r, k, &e);
    if (!c) return e;
    if (l->params && l->extra)
        return bad_params(r, c, "Pass NULL for one of the two.",
                          "passes both kernelParams and extra");
    e = task_kernel(r, task, l->f, l->grid, l->block, NULL, l->shared);
    if (e) return e;
    task->kernel.cooperative = l->cooperative;
    task->kernel.cluster = l->cluster;
    e = l->extra ? take_buffer(r, c, l->extra, task->kernel.params)
                 : take_pointers(r, c, l->params, task->kernel.params);
    if (e) task_fini(task);
    return e;
}

// An error of the kernel itself shows at the next call.
static CuResult launch_it(const DriverLaunch *l) {
    Runtime *r = runtime_enter();
    if (!r) return CUDA_ERROR_NOT_INITIALIZED;
    Device *d = r->dev;
    CudaError before = d->sticky, e = before;
    Task task;
    if (!e) e = make_task(r, l, &task);
    if (!e) e = task_submit(r, &task, l->stream);
    runtime_leave_alive(r, cudaSuccess);
    return driver_result(e);
}

CuResult cuLaunchKernel(CuFunction f, unsigned gx, unsigned gy, unsigned gz,
                        unsigned bx, unsigned by, unsigned bz, unsigned shared,
                        CudaStream s, void **params, void **extra) {
    DRIVER(WANTS_CONTEXT);
    DriverLaunch l = {.f = f,
                      .grid = {gx, gy, gz},
                      .block = {bx, by, bz},
                      .shared = shared,
                      .stream = s,
                      .params = params,
                      .extra = extra};
    return launch_it(&l);
}

CuResult cuLaunchCooperativeKernel(CuFunction f, unsigned gx, unsigned gy,
                                   unsigned gz, unsigned bx, unsigned by,
                                   unsigned bz, unsigned shared, CudaStream s,
                                   void **params) {
    DRIVER(WANTS_CONTEXT);
    DriverLaunch l = {.f = f,
                      .grid = {gx, gy, gz},
                      .block = {bx, by, bz},
                      .shared = shared,
                      .cooperative = true,
                      .stream = s,
                      .params = params};
    return launch_it(&l);
}

// Of the attributes two matter here; the others are hints.
static bool read_attributes(const CuLaunchConfig *c, DriverLaunch *l) {
    enum { COOPERATIVE = 2, CLUSTER = 4 };
    for (unsigned i = 0; i < c->nattrs; i++) {
        const uint32_t *v = c->attrs[i].value;
        if (c->attrs[i].id == COOPERATIVE) l->cooperative = v[0] != 0;
        if (c->attrs[i].id != CLUSTER) continue;
        l->cluster = (Dim3){v[0], v[1], v[2]};
        if (!v[0] || !v[1] || !v[2]) return false;
    }
    return true;
}

CuResult cuLaunchKernelEx(const CuLaunchConfig *c, CuFunction f, void **params,
                          void **extra) {
    DRIVER(WANTS_CONTEXT);
    if (!c) return CUDA_ERROR_INVALID_VALUE;
    DriverLaunch l = {.f = f,
                      .grid = c->grid,
                      .block = c->block,
                      .shared = c->shared_bytes,
                      .stream = c->stream,
                      .params = params,
                      .extra = extra};
    return read_attributes(c, &l) ? launch_it(&l) : CUDA_ERROR_INVALID_VALUE;
}

PER_THREAD(cuLaunchKernel, _ptsz)
PER_THREAD(cuLaunchKernelEx, _ptsz)
PER_THREAD(cuLaunchCooperativeKernel, _ptsz)
