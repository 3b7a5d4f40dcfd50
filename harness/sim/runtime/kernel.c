// Kernels of the program: their code, and launches of them, executed, timed and
// recorded.
#include "sim/check/shadow.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_watch.h"
#include "sim/runtime/managed.h"
#include "sim/runtime/results.h"
#include "sim/runtime/seal.h"
#include "sim/runtime/task.h"
#include "sim/runtime/witness.h"

#include "base/heap.h"
#include "sim/decode/code.h"
#include "sim/ptx/demangle.h"

#include <execinfo.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Launches are remembered in two halves. When the younger is full the older is
// forgotten whole, lines and all: a program of a million launches needs no more
// memory than one of a few thousand.
enum { HALF = 2048, HALF_BYTES = 16 << 20 };

static void forget_older(Runtime *r) {
    for (int i = 0; i < r->nold; i++) {
        const SimCounters *c = &r->launches[i].c;
#define COUNTER(id, ...) r->before.id += c->id;
#include "sim/counters.def"
    }
    r->nbefore += (uint64_t)r->nold;
    r->gone += (uint64_t)r->nold;
}

static Arena *lines_arena(Runtime *r) {
    int young = r->nlaunches - r->nold;
    if (young < HALF && r->line_bytes < HALF_BYTES) return &r->lines[0];
    forget_older(r);
    if (young)
        memmove(r->launches, r->launches + r->nold,
                (size_t)young * sizeof *r->launches);
    r->nlaunches = r->nold = young;
    r->line_bytes = 0;
    arena_reset(&r->lines[1]);
    r->lines[1] = r->lines[0];
    r->lines[0] = (Arena){0};
    return &r->lines[0];
}

void runtime_record(Runtime *r, const SimLaunchInfo *info) {
    lines_arena(r);
    r->line_bytes += (size_t)info->nlines * sizeof *info->lines;
    if (!r->launches)
        r->launches = seal_grow(NULL, 0, 2 * HALF * sizeof *r->launches);
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

static CudaError load_error(const Runtime *r, const Kernel *k) {
    return k->image->on[r->dev->ordinal].module
               ? cudaErrorNotSupported
               : cudaErrorNoKernelImageForDevice;
}

// By the driver, which alone unloads.
static void tell_unloaded(Runtime *r, const Kernel *k) {
    host_note(r, SIM_TRAP_DEAD_HANDLE,
              "Unload a module after the last use of its kernels, and its "
              "context after that.",
              "The program uses the kernel %.120s of a module that it has "
              "unloaded",
              demangle(&r->arena, k->name));
}

const Code *launch_code(Runtime *r, const Kernel *k, CudaError *e) {
    if (k && k->image->unloaded) {
        tell_unloaded(r, k);
        *e = cudaErrorInvalidResourceHandle;
        return NULL;
    }
    const Code *c = k ? load_code(r, k) : NULL;
    *e = c   ? cudaSuccess
         : k ? load_error(r, k)
             : cudaErrorInvalidResourceHandle;
    return c;
}

const struct KernelSet *kernel_set(const Runtime *r, const Kernel *k) {
    return &k->set[r->dev->ordinal];
}

int kernel_carveout(const Runtime *r, const Kernel *k) {
    const struct KernelSet *set = kernel_set(r, k);
    return (set->carveout ? set->carveout : set->cache_carveout) - 1;
}

uint32_t runtime_shared_most(const Runtime *r, const Kernel *k, const Code *c) {
    enum { USUAL = 48 << 10 };
    int asked = kernel_set(r, k)->max_dynamic_shared;
    if (asked) return (uint32_t)asked;
    return c->shared_bytes < USUAL ? USUAL - c->shared_bytes : 0;
}

// Places and resources that a kernel takes of the device while it is alone.
// Its own device is no peer.
static void info_of_peers(const Runtime *r, SimLaunchInfo *info) {
    int own = r->dev->ordinal;
    info->peers.read[own] = info->peers.written[own] = 0;
}

static Job launch_job(const Runtime *r, const KernelTask *k,
                      const SimLaunchInfo *info) {
    const SimGpu *g = r->gpu;
    const SimCounters *c = &info->c;
    uint32_t threads = k->block.x * k->block.y * k->block.z;
    Occupancy occ = occupancy_split(g, info->regs, info->smem_bytes, threads,
                                    kernel_carveout(r, k->kernel));
    double blocks = (double)k->grid.x * k->grid.y * k->grid.z;
    double us = fmax(info->us, 1e-3);
    double issue = (double)sim_issued(c) / 4 / g->sms / g->clock_mhz;
    double l2 = (double)c->l2_sectors * 32 / (g->l2_gbs * 1e3);
    double dram = (double)(c->dram_read + c->dram_write) /
                  (g->dram_gbs * g->mix_eff * 1e3);
    return (Job){.us = info->us,
                 .bytes = info->link_read + info->link_written,
                 .waves = blocks / g->sms / max_of(occ.blocks_per_sm, 1),
                 .use = {(float)fmin(issue / us, 1), (float)fmin(l2 / us, 1),
                         (float)fmin(dram / us, 1)},
                 .what = SIM_SPAN_KERNEL,
                 .name = info->kernel,
                 .peers = info->peers,
                 .touched = 32 * (double)c->gmem_ideal,
                 .launch = r->gone + (uint64_t)r->nlaunches + 1};
}

static void trap_launch(Runtime *r, const Code *code, Err *err) {
    SimTrap t = {.kind = SIM_TRAP_LAUNCH,
                 .kernel = code->demangled,
                 .host_pc = host_place(r->thread->caller)};
    snprintf(t.message, sizeof t.message, "%.250s", err->msg);
    snprintf(t.hint, sizeof t.hint, "%.250s", err->hint);
    runtime_trap(r, &t);
    err_clear(err);
}

// Beyond 48 KiB a program must ask first. More than the GPU has is told of by
// launch_run.
static bool shared_asked_for(const Runtime *r, const Kernel *k,
                             const Code *code, size_t shared, Err *err) {
    uint32_t most = runtime_shared_most(r, k, code);
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

CudaError task_kernel(Runtime *r, Task *task, const void *host, Dim3 grid,
                      Dim3 block, void **args, size_t shared) {
    CudaError e;
    Kernel *k = runtime_kernel(r, host);
    const Code *code = launch_code(r, k, &e);
    if (!code) return e;
    *task = (Task){.kind = TASK_KERNEL,
                   .kernel = {.kernel = k,
                              .grid = grid,
                              .block = block,
                              .shared = shared,
                              .nparams = code->param_bytes}};
    task->kernel.params = heap_new(code->param_bytes + 16, 1);
    const PtxFunc *f = code->func;
    for (int i = 0; args && i < f->nparams; i++)
        memcpy(task->kernel.params + f->params[i]->offset, args[i],
               f->params[i]->size);
    return cudaSuccess;
}

CudaError launch_check(Runtime *r, const KernelTask *k) {
    Err err = {0};
    CudaError e;
    const Code *code = launch_code(r, k->kernel, &e);
    if (!code || shared_asked_for(r, k->kernel, code, k->shared, &err))
        return e;
    trap_launch(r, code, &err);
    return cudaErrorInvalidValue;
}

// Until CUDA 13 impossible dimensions had an error of their own (as seen on an
// H200 under both).
static CudaError shape_error(Runtime *r, const KernelTask *k, CudaError e) {
    uint64_t threads = (uint64_t)k->block.x * k->block.y * k->block.z;
    bool bad = threads == 0 || threads > 1024 || k->block.z > 64 ||
               (uint64_t)k->grid.x * k->grid.y * k->grid.z == 0 ||
               k->grid.x > INT32_MAX || k->grid.y > 65535 || k->grid.z > 65535;
    if (e != cudaErrorInvalidValue || !bad) return e;
    return runtime_made_by(r) < 13000 ? cudaErrorInvalidConfiguration : e;
}

// Does its code launch kernels of its own?
static bool module_launches(const PtxModule *m) {
    static const PtxModule *last;
    static bool answer;
    if (m == last) return answer;
    last = m;
    answer = false;
    for (int i = 0; m && i < m->nfuncs && !answer; i++)
        answer = !strncmp(m->funcs[i]->name, "__cudaCDP2", 10);
    return answer;
}

static LaunchDesc desc_of(const Runtime *r, const KernelTask *k,
                          const Code *code) {
    return (LaunchDesc){
        .code = code,
        .ptx = module_ptx(k->kernel->image->on[r->dev->ordinal].module),
        .depth = k->depth,
        .grid = {k->grid.x, k->grid.y, k->grid.z},
        .block = {k->block.x, k->block.y, k->block.z},
        .smem_dynamic = (uint32_t)min_of(k->shared, (size_t)UINT32_MAX),
        .carveout = kernel_carveout(r, k->kernel) + 1,
        .params = k->params,
        .cooperative = k->cooperative,
        .cluster = {k->cluster.x, k->cluster.y, k->cluster.z},
        .any_cluster = kernel_set(r, k->kernel)->any_cluster,
        .devices = r->dev->peers | 1u << r->dev->ordinal,
        .caches = r->dev->caches,
        .heap = &r->dev->heap,
        .shuffle = r->shuffle,
    };
}

// A line of a library tells a learner little: who has called the library?
static void add_calls(const Runtime *r, SimTrap *t) {
    void *at[64];
    int n = 0;
    if (!t->file || !comes_with_cuda(t->file)) return;
    int frames = backtrace(at, COUNT_OF(at));
    int i = 0; // the first frames are ours
    while (i < frames && at[i] != r->thread->entered)
        i++;
    for (; i < frames && n < (int)COUNT_OF(t->calls); i++) {
        uint64_t place = host_place(at[i]);
        if (place) t->calls[n++] = place;
    }
}

// Reports the traps and notes of a kernel.
static void tell_outcome(Runtime *r, LaunchOutcome *out) {
    for (int i = 0; i < out->nnotes; i++) {
        add_calls(r, &out->notes[i]);
        runtime_trap(r, &out->notes[i]);
    }
    if (!out->trapped) return;
    add_calls(r, &out->trap);
    out->trap.host_pc = host_place(r->thread->caller);
    runtime_trap(r, &out->trap);
    // As on hardware, the launch itself succeeds; the error shows at the next
    // call and stays.
    r->dev->sticky = trap_error(out->trap.kind);
}

// Arguments are data that the host gives, where there are more of them than a
// few pointers, sizes and tensor maps.
static double given_as_arguments(const KernelTask *k) {
    enum { USUAL = 1024 };
    return k->nparams > USUAL ? (double)k->nparams : 0;
}

// Runs the blocks that a sample has left out (sample.h).
static void launch_rest(Runtime *r, const Task *t) {
    const KernelTask *k = &t->kernel;
    Err err = {0};
    CudaError e;
    Arena a = {0};
    LaunchOutcome out = {0};
    LaunchDesc d = desc_of(r, k, launch_code(r, k->kernel, &e));
    d.sample = SAMPLE_REST;
    runtime_heap(r);
    if (d.code) d.stack_limit = runtime_stack(r, d.code);
    witness_before(r, k->params, k->nparams);
    if (d.code && launch_run(r->mem, r->gpu, &d, &a, &out, &err))
        tell_outcome(r, &out);
    witness_after(r);
    err_clear(&err);
    arena_reset(&a);
}

CudaError launch_execute(Runtime *r, const KernelTask *k, SimStream *s,
                         Children *given) {
    Err err = {0};
    CudaError e;
    const Code *code = launch_code(r, k->kernel, &e);
    if (!code) return e;
    LaunchDesc d = desc_of(r, k, code);
    d.sample = r->sampling ? SAMPLE_SOME : SAMPLE_NONE;
    runtime_heap(r);
    d.stack_limit = runtime_stack(r, code);
    LaunchOutcome out = {0};
    // child.c asks for the words that it uses.
    if (r->pieces == NULL || module_launches(d.ptx))
        shadow_track(mem_shadow(r->mem), module_launches(d.ptx));
    witness_before(r, k->params, k->nparams);
    host_watch_kernel(r, k->params, k->nparams);
    mem_owner(r->mem, (unsigned)r->dev->ordinal, 0); // for device malloc
    results_before(r, k);
    bool ran = launch_run(r->mem, r->gpu, &d, lines_arena(r), &out, &err);
    witness_after(r);
    mem_owner(r->mem, (unsigned)r->dev->ordinal, host_place(r->thread->caller));
    if (!ran) {
        host_watch_kernel_done(r, s);
        trap_launch(r, code, &err);
        return shape_error(r, k, out.error);
    }
    lines_arena(r); // may forget some: launches are numbered after that
    info_of_peers(r, &out.info);
    Job job = launch_job(r, k, &out.info);
    job.us += managed_kernel(r);
    r->host_got += out.info.host_written;
    r->host_gave += out.info.host_read + given_as_arguments(k);
    runtime_record(r, &out.info);
    stream_add_kernel(r, s, &job);
    host_watch_kernel_done(r, s);
    results_after(r, k, code->demangled, out.trapped);
    tell_outcome(r, &out);
    *given = out.children;
    if (out.info.sampled < 1 && !out.trapped) sample_left(r, k, launch_rest);
    return cudaSuccess;
}
