// Launching kernels: executed, timed, recorded; and asking about them.
#include "base/heap.h"
#include "sim/decode/code.h"
#include "sim/ptx/demangle.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/task.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A launch leaves no sticky error behind that the launch call itself would
// return: the program learns of it when it synchronises.
static CudaError leave_launch(Runtime *r, CudaError before, CudaError e) {
    Device *d = r->dev;
    CudaError hidden = d->sticky;
    d->sticky = before;
    e = e ? e : before;
    if (e != cudaSuccess) runtime_failed(e);
    d->sticky = hidden;
    return runtime_leave_alive(r, e);
}

typedef struct Config {
    Dim3 grid, block, cluster;
    size_t shared;
    bool cooperative;
} Config;

static CudaError launch(const void *host, const Config *how, void **args,
                        CudaStream s) {
    ENTER();
    CudaError before = r->dev->sticky, e = before;
    Task task;
    const void *arrows = r->thread->popped;
    r->thread->popped = NULL;
    if (arrows) r->thread->caller = arrows;
    if (!e)
        e = task_kernel(r, &task, host, how->grid, how->block, args,
                        how->shared);
    if (!e) {
        task.kernel.cooperative = how->cooperative;
        task.kernel.cluster = how->cluster;
        e = task_submit(r, &task, s);
        const Kernel *k = runtime_kernel(r, host);
        if (e && e != before)
            host_launch_failed(r, e, demangle(&r->arena, k->name), !arrows);
    }
    return leave_launch(r, before, e);
}

CudaError __cudaLaunchKernel(void *kernel, Dim3 grid, Dim3 block, void **args,
                             size_t shared, CudaStream stream) {
    CALLED();
    Config how = {.grid = grid, .block = block, .shared = shared};
    return launch(kernel, &how, args, stream);
}

CudaError __cudaLaunchKernel_ptsz(void *kernel, Dim3 grid, Dim3 block,
                                  void **args, size_t shared,
                                  CudaStream stream) {
    CALLED();
    Config how = {.grid = grid, .block = block, .shared = shared};
    return launch(kernel, &how, args, stream);
}

CudaError cudaLaunchKernel(const void *host, Dim3 grid, Dim3 block, void **args,
                           size_t shared, CudaStream stream) {
    CALLED();
    Config how = {.grid = grid, .block = block, .shared = shared};
    return launch(host, &how, args, stream);
}

// Reads the attributes of a launch that matter here; the others are hints.
static bool read_attributes(const LaunchConfig *c, Config *how) {
    enum { COOPERATIVE = 2, CLUSTER = 4 };
    const LaunchAttribute *at = c->attrs;
    for (unsigned i = 0; i < c->nattrs; i++) {
        const uint32_t *v = at[i].value;
        if (at[i].id == COOPERATIVE) how->cooperative = v[0] != 0;
        if (at[i].id != CLUSTER) continue;
        how->cluster = (Dim3){v[0], v[1], v[2]};
        if (!v[0] || !v[1] || !v[2]) return false;
    }
    return true;
}

CudaError cudaLaunchKernelExC(const LaunchConfig *c, const void *host,
                              void **args) {
    CALLED();
    Config how = {0};
    if (!c || !read_attributes(c, &how)) {
        ENTER();
        return runtime_leave(r, cudaErrorInvalidValue);
    }
    how.grid = c->grid;
    how.block = c->block;
    how.shared = c->shared_bytes;
    return launch(host, &how, args, c->stream);
}

CudaError cudaLaunchCooperativeKernel(const void *host, Dim3 grid, Dim3 block,
                                      void **args, size_t shared,
                                      CudaStream stream) {
    CALLED();
    Config how = {
        .grid = grid, .block = block, .shared = shared, .cooperative = true};
    return launch(host, &how, args, stream);
}

// ---- asking about kernels

CudaError cudaFuncGetAttributes(FuncAttributes *out, const void *host) {
    ENTER();
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = launch_code(r, k, &e);
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
    out->ptx_version = module_ptx(k->image->on[r->dev->ordinal].module)->cc;
    out->binary_version = out->ptx_version;
    out->max_dynamic_shared = (int)runtime_shared_most(r, k, c);
    out->preferred_carveout = kernel_set(r, k)->carveout - 1;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaFuncSetAttribute(const void *host, int attribute, int value) {
    enum {
        MAX_DYNAMIC_SHARED = 8,
        CARVEOUT = 9,
        ANY_CLUSTER = 14,
        POLICY = 15
    };
    CALLED();
    ENTER();
    CudaError e;
    Kernel *k = runtime_kernel(r, host);
    const Code *c = launch_code(r, k, &e);
    if (!c) return runtime_leave(r, e);
    struct KernelSet *set = &k->set[r->dev->ordinal];
    int most = (r->gpu->smem_block_kib << 10) - (int)c->shared_bytes;
    if (attribute == MAX_DYNAMIC_SHARED && value >= 0 && value <= most)
        set->max_dynamic_shared = value;
    else if (attribute == CARVEOUT && value >= -1 && value <= 100)
        set->carveout = value + 1;
    else if (attribute == ANY_CLUSTER)
        set->any_cluster = value != 0;
    else if (attribute != POLICY)
        e = cudaErrorInvalidValue;
    return runtime_leave(r, e);
}

CudaError cudaFuncSetCacheConfig(const void *host, int config) {
    static const int percents[] = {-1, 100, 0, 50}; // none, shared, L1, equal
    ENTER();
    Kernel *k = runtime_kernel(r, host);
    if (k && config >= 0 && config < (int)COUNT_OF(percents))
        k->set[r->dev->ordinal].cache_carveout = percents[config] + 1;
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *host, int threads, size_t shared, unsigned flags) {
    (void)flags;
    ENTER();
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = launch_code(r, k, &e);
    if (!c) return runtime_leave(r, e);
    if (threads < 1) return runtime_leave(r, cudaErrorInvalidValue);
    *blocks = 0;
    if (threads <= 1024 && shared <= runtime_shared_most(r, k, c))
        *blocks =
            occupancy_split(r->gpu, c->regs, c->shared_bytes + (uint32_t)shared,
                            (uint32_t)threads, kernel_carveout(r, k))
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
    ENTER();
    CudaError e;
    const Kernel *k = runtime_kernel(r, host);
    const Code *c = launch_code(r, k, &e);
    if (!c) return runtime_leave(r, e);
    if (blocks < 1 || threads < 1 || threads > 1024)
        return runtime_leave(r, cudaErrorInvalidValue);
    int percent = kernel_carveout(r, k);
    Occupancy o = occupancy_split(r->gpu, c->regs, c->shared_bytes,
                                  (uint32_t)threads, percent);
    if (blocks > o.blocks_per_sm)
        return runtime_leave(r, cudaErrorInvalidValue);
    // As cuda_occupancy.h does it: without what the system keeps of each block,
    // and one block alone may have all.
    enum { UNIT = 128 };
    size_t most = runtime_shared_most(r, k, c);
    size_t all = blocks == 1 ? c->shared_bytes + most
                             : occupancy_carveout(r->gpu, percent);
    size_t each = all / (size_t)blocks / UNIT * UNIT;
    each = each > c->shared_bytes ? each - c->shared_bytes : 0;
    *bytes = min_of(each, most);
    return runtime_leave(r, cudaSuccess);
}

CudaError cudaFuncGetName(const char **name, const void *host) {
    ENTER();
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
