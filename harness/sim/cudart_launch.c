// Launching kernels: arguments packed, executed, timed, recorded.
#include "base/heap.h"
#include "sim/decode.h"
#include "sim/runtime.h"

#include <stdio.h>
#include <string.h>

// Parameters as the kernel reads them: each at its offset.
static void pack(const Code *code, void **args, uint8_t *params) {
    const PtxFunc *f = code->func;
    for (int i = 0; i < f->nparams; i++)
        memcpy(params + f->params[i]->offset, args[i], f->params[i]->size);
}

void runtime_record(Runtime *r, const SimLaunchInfo *info) {
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

// CUB and Thrust choose by the GPU: what they take on an older one is
// simulated.
static bool is_of_library(const char *file) {
    return file && (strstr(file, "/cub/") || strstr(file, "/thrust/"));
}

// The kernel's code, or NULL: then a trap says why, and is merged with earlier
// ones of the same line.
static const Code *load_code(Runtime *r, const Kernel *k) {
    Err err = {0};
    Module *m = runtime_module(r, k->image);
    const Code *code = m ? module_entry(m, k->name, &err) : NULL;
    if (code) return code;
    const char *why = m ? err.msg : r->load_error;
    SimTrap t = {.kind = SIM_TRAP_UNSUPPORTED,
                 .name = sim_trap_name(SIM_TRAP_UNSUPPORTED),
                 .file = err.loc.file,
                 .line = err.loc.line,
                 .kernel = demangle(&r->arena, k->name)};
    snprintf(t.message, sizeof t.message, "%.250s", why);
    snprintf(t.hint, sizeof t.hint, "%.150s%s", err.hint,
             is_of_library(err.loc.file) && r->gpu->cc >= 90
                 ? "; as a GPU without it: --gpu a100"
                 : "");
    if (m) snprintf(r->load_error, sizeof r->load_error, "%s", err.msg);
    runtime_trap(r, &t);
    err_clear(&err);
    return NULL;
}

uint32_t runtime_shared_most(const Kernel *k, const Code *c) {
    enum { USUAL = 48 << 10 };
    if (k->max_dynamic_shared) return (uint32_t)k->max_dynamic_shared;
    return c->shared_bytes < USUAL ? USUAL - c->shared_bytes : 0;
}

// Time on the device that a launch takes beyond its kernel: launches back to
// back cost at least launch_us each, long kernels hide all but about 1 us.
static double launch_cost(const SimGpu *g, double us) {
    double whole = us + 1.0;
    return whole > g->launch_us ? whole : g->launch_us;
}

static CudaError load_error(const Kernel *k) {
    return k->image->module ? cudaErrorNotSupported
                            : cudaErrorNoKernelImageForDevice;
}

static void trap_launch(Runtime *r, const Code *code, Err *err) {
    SimTrap t = {.kind = SIM_TRAP_LAUNCH,
                 .name = sim_trap_name(SIM_TRAP_LAUNCH),
                 .kernel = code->demangled};
    snprintf(t.message, sizeof t.message, "%.250s", err->msg);
    snprintf(t.hint, sizeof t.hint, "%.250s", err->hint);
    runtime_trap(r, &t);
    err_clear(err);
}

// Beyond 48 KiB a program must ask first. More than the GPU has is told of by
// launch_run.
static bool shared_asked_for(const Runtime *r, const Kernel *k,
                             const Code *code, size_t shared, Err *err) {
    uint32_t most = runtime_shared_most(k, code);
    size_t room = (size_t)r->gpu->smem_block_kib << 10;
    if (shared <= most || code->shared_bytes + shared > room) return true;
    err_set(err, ERR_RUN,
            "%zu bytes of dynamic shared memory: this kernel may have %u",
            shared, most);
    return err_hint(err,
                    "more than 48 KiB a block must be asked for before the "
                    "launch: cudaFuncSetAttribute(kernel, "
                    "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)");
}

CudaError runtime_launch(Runtime *r, Kernel *k, Dim3 grid, Dim3 block,
                         void **args, size_t shared, CudaStream s,
                         bool cooperative) {
    if (r->sticky) return r->sticky;
    Err err = {0};
    const Code *code = load_code(r, k);
    if (!code) return load_error(k);
    if (!shared_asked_for(r, k, code, shared, &err)) {
        trap_launch(r, code, &err);
        return cudaErrorInvalidValue;
    }
    uint8_t *params = heap_new(code->param_bytes + 16, 1);
    pack(code, args, params);
    LaunchDesc d = {
        .code = code,
        .grid = {grid.x, grid.y, grid.z},
        .block = {block.x, block.y, block.z},
        .smem_dynamic = (uint32_t)min_of(shared, (size_t)UINT32_MAX),
        .params = params,
        .cooperative = cooperative,
        .cluster = {r->cluster.x, r->cluster.y, r->cluster.z},
        .any_cluster = k->any_cluster,
        .caches = r->caches,
    };
    LaunchOutcome out = {0};
    bool ran = launch_run(r->mem, r->gpu, &d, &r->arena, &out, &err);
    heap_free(params);
    if (!ran) {
        trap_launch(r, code, &err);
        return out.error;
    }
    out.info.start_us = runtime_schedule(r, s, ENGINE_KERNELS,
                                         launch_cost(r->gpu, out.info.us));
    runtime_record(r, &out.info);
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

static const Dim3 no_cluster;

// A launch leaves no sticky error behind that the launch call itself would
// return: the program learns of it when it synchronises.
static CudaError launch(const void *host, Dim3 grid, Dim3 block, void **args,
                        size_t shared, CudaStream s, bool cooperative,
                        Dim3 cluster) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    r->cluster = cluster; // of this launch alone
    CudaError before = r->sticky;
    Kernel *k = runtime_kernel(r, host);
    CudaError e =
        k ? runtime_launch(r, k, grid, block, args, shared, s, cooperative)
          : cudaErrorInvalidResourceHandle;
    r->cluster = no_cluster;
    CudaError hidden = r->sticky;
    r->sticky = before;
    e = runtime_leave(r, e);
    r->sticky = hidden;
    return e;
}

CudaError __cudaLaunchKernel(void *kernel, Dim3 grid, Dim3 block, void **args,
                             size_t shared, CudaStream stream) {
    return launch(kernel, grid, block, args, shared, stream, false, no_cluster);
}

CudaError __cudaLaunchKernel_ptsz(void *kernel, Dim3 grid, Dim3 block,
                                  void **args, size_t shared,
                                  CudaStream stream) {
    return launch(kernel, grid, block, args, shared, stream, false, no_cluster);
}

CudaError cudaLaunchKernel(const void *host, Dim3 grid, Dim3 block, void **args,
                           size_t shared, CudaStream stream) {
    return launch(host, grid, block, args, shared, stream, false, no_cluster);
}

// What the attributes of a launch say that matters here; the others are hints.
static bool read_attributes(const LaunchConfig *c, bool *cooperative,
                            Dim3 *cluster) {
    enum { COOPERATIVE = 2, CLUSTER = 4 };
    const LaunchAttribute *at = c->attrs;
    *cooperative = false;
    *cluster = (Dim3){0, 0, 0};
    for (unsigned i = 0; i < c->nattrs; i++) {
        const uint32_t *v = at[i].value;
        if (at[i].id == COOPERATIVE) *cooperative = v[0] != 0;
        if (at[i].id != CLUSTER) continue;
        *cluster = (Dim3){v[0], v[1], v[2]};
        if (!v[0] || !v[1] || !v[2]) return false;
    }
    return true;
}

static CudaError bad_cluster(void) {
    Runtime *r = runtime_enter();
    return runtime_leave(r, cudaErrorInvalidValue);
}

CudaError cudaLaunchKernelExC(const LaunchConfig *c, const void *host,
                              void **args) {
    bool cooperative;
    Dim3 cluster;
    if (!c) return cudaErrorInvalidValue;
    if (!read_attributes(c, &cooperative, &cluster)) return bad_cluster();
    return launch(host, c->grid, c->block, args, c->shared_bytes, c->stream,
                  cooperative, cluster);
}

CudaError cudaLaunchCooperativeKernel(const void *host, Dim3 grid, Dim3 block,
                                      void **args, size_t shared,
                                      CudaStream stream) {
    return launch(host, grid, block, args, shared, stream, true, no_cluster);
}

// ---- asking about kernels

// NULL: *e says why.
static const Code *code_of(Runtime *r, const Kernel *k, CudaError *e) {
    const Code *c = k ? load_code(r, k) : NULL;
    *e = c ? cudaSuccess : k ? load_error(k) : cudaErrorInvalidResourceHandle;
    return c;
}

CudaError cudaFuncGetAttributes(FuncAttributes *out, const void *host) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = code_of(r, k, &e);
    if (!c) return runtime_leave(r, e);
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
    out->max_dynamic_shared = (int)runtime_shared_most(k, c);
    out->preferred_carveout = -1;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaFuncSetAttribute(const void *host, int attribute, int value) {
    enum { MAX_DYNAMIC_SHARED = 8, CARVEOUT = 9, ANY_CLUSTER = 14, POLICY = 15 };
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    CudaError e;
    Kernel *k = runtime_kernel(r, host);
    const Code *c = code_of(r, k, &e);
    if (!c) return runtime_leave(r, e);
    int most = (r->gpu->smem_block_kib << 10) - (int)c->shared_bytes;
    if (attribute == MAX_DYNAMIC_SHARED && value >= 0 && value <= most)
        k->max_dynamic_shared = value;
    else if (attribute == ANY_CLUSTER)
        k->any_cluster = value != 0;
    else if (attribute != CARVEOUT && attribute != POLICY)
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
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = code_of(r, k, &e);
    if (!c) return runtime_leave(r, e);
    if (threads < 1) return runtime_leave(r, cudaErrorInvalidValue);
    *blocks = 0;
    if (threads <= 1024 && shared <= runtime_shared_most(k, c))
        *blocks =
            occupancy_of(r->gpu, c->regs, c->shared_bytes + (uint32_t)shared,
                         (uint32_t)threads)
                .blocks_per_sm;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                        const void *host,
                                                        int threads,
                                                        size_t shared) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, host, threads, shared, 0);
}

CudaError cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                    const void *host,
                                                    int blocks, int threads) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = code_of(r, k, &e);
    if (!c) return runtime_leave(r, e);
    if (blocks < 1 || threads < 1 || threads > 1024)
        return runtime_leave(r, cudaErrorInvalidValue);
    // The most that still lets so many blocks in, to the nearest 1 KiB.
    size_t most = (size_t)r->gpu->smem_block_kib << 10;
    *bytes = 0;
    for (size_t s = 0; c->shared_bytes + s <= most; s += 1024) {
        Occupancy o = occupancy_of(
            r->gpu, c->regs, c->shared_bytes + (uint32_t)s, (uint32_t)threads);
        if (o.blocks_per_sm < blocks) break;
        *bytes = s;
    }
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaFuncGetName(const char **name, const void *host) {
    Runtime *r = runtime_enter();
    if (!r) return cudaErrorInitializationError;
    const Kernel *k = runtime_kernel(r, host);
    if (k) *name = k->name;
    return runtime_leave(r, k ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

CudaError cudaFuncSetSharedMemConfig(const void *host, int config) {
    (void)host, (void)config; // banks of 8 bytes ended with Kepler
    return cudaSuccess;
}

PER_THREAD(cudaLaunchKernel, _ptsz)
PER_THREAD(cudaLaunchKernelExC, _ptsz)
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz)
