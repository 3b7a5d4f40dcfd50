// Launching kernels: arguments packed, executed, timed, recorded.
#include "base/heap.h"
#include "sim/runtime.h"

#include <stdio.h>
#include <string.h>

// Parameters as the kernel reads them: each at its offset.
static void pack(const Code *code, void **args, uint8_t *params) {
    const PtxFunc *f = code->func;
    for (int i = 0; i < f->nparams; i++)
        memcpy(params + f->params[i]->offset, args[i], f->params[i]->size);
}

static void record(Runtime *r, const SimLaunchInfo *info) {
    enum { MOST = 4096 };
    if (r->nlaunches == MOST) {
        memmove(r->launches, r->launches + 1, (MOST - 1) * sizeof *r->launches);
        r->nlaunches--;
    }
    if (r->nlaunches == r->cap_launches) {
        r->cap_launches = r->cap_launches * 2 + 16;
        r->launches = heap_grow(r->launches, (size_t)r->cap_launches,
                                sizeof *r->launches);
    }
    r->launches[r->nlaunches++] = *info;
}

static CudaError load_failed(Runtime *r, const char *why, const char *kernel) {
    SimTrap t = {.kind = SIM_TRAP_UNSUPPORTED, .kernel = kernel, .count = 1};
    t.name = sim_trap_name(t.kind);
    snprintf(r->load_error, sizeof r->load_error, "%s", why);
    snprintf(t.message, sizeof t.message, "%.250s", why);
    runtime_trap(r, &t);
    return cudaErrorInvalidKernelImage;
}

// Time on the device that a launch takes beyond its kernel: launches back to
// back cost at least launch_us each, long kernels hide all but about 1 us.
static double launch_cost(const SimGpu *g, double us) {
    double whole = us + 1.0;
    return whole > g->launch_us ? whole : g->launch_us;
}

CudaError runtime_launch(Runtime *r, Kernel *k, Dim3 grid, Dim3 block,
                         void **args, size_t shared, CudaStream s,
                         bool cooperative) {
    if (r->sticky) return r->sticky;
    Err err = {0};
    Module *m = runtime_module(r, k->image);
    if (!m) {
        char why[sizeof r->load_error];
        memcpy(why, r->load_error, sizeof why);
        return load_failed(r, why, k->name);
    }
    const Code *code = module_entry(m, k->name, &err);
    if (!code) {
        char why[700];
        snprintf(why, sizeof why, "%s", err.msg);
        err_clear(&err);
        return load_failed(r, why, k->name);
    }

    uint8_t *params = heap_new(code->param_bytes + 16, 1);
    pack(code, args, params);
    LaunchDesc d = {
        .code = code,
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .smem_dynamic = (uint32_t)shared,
        .params = params,
        .cooperative = cooperative,
        .caches = r->caches,
    };
    LaunchOutcome out = {0};
    bool ran = launch_run(r->mem, r->gpu, &d, &r->arena, &out, &err);
    heap_free(params);
    if (!ran) {
        SimTrap t = {
            .kind = SIM_TRAP_LAUNCH, .count = 1, .kernel = code->demangled};
        t.name = sim_trap_name(t.kind);
        snprintf(t.message, sizeof t.message, "%.250s", err.msg);
        snprintf(t.hint, sizeof t.hint, "%.250s", err.hint);
        runtime_trap(r, &t);
        err_clear(&err);
        return cudaErrorInvalidValue;
    }
    out.info.start_us = runtime_schedule(r, s, ENGINE_KERNELS,
                                         launch_cost(r->gpu, out.info.us));
    record(r, &out.info);
    for (int i = 0; i < out.nnotes; i++)
        runtime_trap(r, &out.notes[i]);
    if (out.trapped) {
        runtime_trap(r, &out.trap);
        // As on hardware, the launch itself succeeds; the error shows at the
        // next call and stays.
        r->sticky = trap_error(out.trap.kind);
        return cudaSuccess;
    }
    return cudaSuccess;
}

// A launch leaves no sticky error behind that the launch call itself would
// return: the program learns of it when it synchronises.
static CudaError launch(const void *host, Dim3 grid, Dim3 block, void **args,
                        size_t shared, CudaStream s, bool cooperative) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    CudaError before = r->sticky;
    Kernel *k = runtime_kernel(r, host);
    CudaError e =
        k ? runtime_launch(r, k, grid, block, args, shared, s, cooperative)
          : cudaErrorInvalidDeviceFunction;
    CudaError hidden = r->sticky;
    r->sticky = before;
    e = runtime_leave(r, e);
    r->sticky = hidden;
    return e;
}

CudaError __cudaLaunchKernel(void *kernel, Dim3 grid, Dim3 block, void **args,
                             size_t shared, CudaStream stream) {
    return launch(kernel, grid, block, args, shared, stream, false);
}

CudaError __cudaLaunchKernel_ptsz(void *kernel, Dim3 grid, Dim3 block,
                                  void **args, size_t shared,
                                  CudaStream stream) {
    return launch(kernel, grid, block, args, shared, stream, false);
}

CudaError cudaLaunchKernel(const void *host, Dim3 grid, Dim3 block, void **args,
                           size_t shared, CudaStream stream) {
    return launch(host, grid, block, args, shared, stream, false);
}

CudaError cudaLaunchKernelExC(const LaunchConfig *c, const void *host,
                              void **args) {
    if (c->nattrs) return cudaErrorNotSupported;
    return launch(host, c->grid, c->block, args, c->shared_bytes, c->stream,
                  false);
}

CudaError cudaLaunchCooperativeKernel(const void *host, Dim3 grid, Dim3 block,
                                      void **args, size_t shared,
                                      CudaStream stream) {
    return launch(host, grid, block, args, shared, stream, true);
}

CudaError cudaLaunchHostFunc(CudaStream stream, void (*fn)(void *), void *ctx) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    runtime_wait(r, stream);
    CudaError e = runtime_leave(r, cudaSuccess);
    if (e == cudaSuccess) fn(ctx);
    return e;
}

// ---- asking about kernels

static const Code *code_of(Runtime *r, const void *host) {
    Kernel *k = runtime_kernel(r, host);
    Module *m = k ? runtime_module(r, k->image) : NULL;
    Err err = {0};
    const Code *c = m ? module_entry(m, k->name, &err) : NULL;
    err_clear(&err);
    return c;
}

CudaError cudaFuncGetAttributes(FuncAttributes *out, const void *host) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    const Code *c = code_of(r, host);
    if (!c) return runtime_leave(r, cudaErrorInvalidDeviceFunction);
    Kernel *k = runtime_kernel(r, host);
    // Runtimes before 13 have a shorter structure: write what all have.
    memset(out, 0, offsetof(FuncAttributes, cluster));
    out->shared_bytes = c->shared_bytes;
    out->local_bytes = (size_t)max_of(c->stack_bytes, 0);
    out->max_threads =
        c->func->maxntid[0]
            ? (int)(c->func->maxntid[0] * max_of(c->func->maxntid[1], 1u) *
                    max_of(c->func->maxntid[2], 1u))
            : 1024;
    out->regs = c->regs;
    // CUB picks its tuning by these: what the code was compiled for.
    out->ptx_version = module_ptx(k->image->module)->cc;
    out->binary_version = out->ptx_version;
    out->max_dynamic_shared = k->max_dynamic_shared
                                  ? k->max_dynamic_shared
                                  : (48 << 10) - (int)c->shared_bytes;
    out->preferred_carveout = -1;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaFuncSetAttribute(const void *host, int attribute, int value) {
    enum { MAX_DYNAMIC_SHARED = 8, CARVEOUT = 9 };
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    Kernel *k = runtime_kernel(r, host);
    CudaError e = cudaSuccess;
    if (!k)
        e = cudaErrorInvalidDeviceFunction;
    else if (attribute == MAX_DYNAMIC_SHARED &&
             (value < 0 || value > r->gpu->smem_block_kib << 10))
        e = cudaErrorInvalidValue;
    else if (attribute == MAX_DYNAMIC_SHARED)
        k->max_dynamic_shared = value;
    else if (attribute != CARVEOUT)
        e = cudaErrorInvalidValue;
    return runtime_leave(r, e);
}

CudaError cudaFuncSetCacheConfig(const void *host, int config) {
    (void)host, (void)config; // a hint
    return cudaSuccess;
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *host, int threads, size_t shared, unsigned flags) {
    (void)flags;
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    const Code *c = code_of(r, host);
    if (!c || threads < 1)
        return runtime_leave(r, c ? cudaErrorInvalidValue
                                  : cudaErrorInvalidDeviceFunction);
    Occupancy o = occupancy_of(
        r->gpu, c->regs, c->shared_bytes + (uint32_t)shared, (uint32_t)threads);
    *blocks = o.blocks_per_sm;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                        const void *host,
                                                        int threads,
                                                        size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, host, threads, shared, 0);
}
