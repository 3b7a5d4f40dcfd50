// The devices of the process: starting them, loading modules.
#include "sim/runtime/runtime.h"
#include "sim/runtime/seal.h"

#include "sim/cache/cache.h"
#include "sim/check/shadow.h"
#include "sim/module/fatbin.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/host_watch.h"

#include "base/heap.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };
static union {
    Runtime state;
    char pages[(sizeof(Runtime) + PAGE - 1) / PAGE * PAGE];
} sealed_state __attribute__((aligned(PAGE)));

Runtime *runtime_state(void) {
    return &sealed_state.state;
}

void runtime_seal(void) {
    seal_pages(&sealed_state, sizeof sealed_state);
}

// ---- starting

// $KATASIM_DEVICES, 1 to 8.
static int how_many(void) {
    const char *text = getenv("KATASIM_DEVICES");
    int n = text ? atoi(text) : 1;
    return max_of(1, min_of(n, (int)DEVICES_MOST));
}

// $KATASIM_SHUFFLE: a seed.
static uint64_t order_of_blocks(void) {
    const char *text = getenv("KATASIM_SHUFFLE");
    return text ? strtoull(text, NULL, 10) : 0;
}

static void start_device(Runtime *r, int i) {
    Device *d = &r->devices[i];
    d->ordinal = i;
    d->caches = caches_open(r->gpu);
    d->flags = 8; // may map host memory
    d->zero = (SimStream){.device = d, .blocking = true, .id = 1};
    handle_add(r, &d->zero.handle, HANDLE_STREAM);
}

static bool start(Runtime *r) {
    r->gpu = sim_gpu();
    r->mem = shadow_mem_open((uint64_t)(r->gpu->mem_gib * 1073741824.0));
    if (!r->mem) return false;
    r->ids = 2; // 1 is each device's default stream
    r->ndevices = how_many();
    r->shuffle = order_of_blocks();
    timeline_init(&r->timeline, r->gpu->copy_engines);
    spans_begin(r);
    for (int i = 0; i < r->ndevices; i++)
        start_device(r, i);
    host_fault_watch(r->mem, host_watch_fault);
    return r->started = true;
}

Runtime *runtime_lock(void) {
    Thread *me = runtime_thread();
    thread_lock();
    sealed_state.state.thread = me;
    sealed_state.state.dev = &sealed_state.state.devices[me->device];
    me->depth++;
    clock_enter(&sealed_state.state);
    return &sealed_state.state;
}

void runtime_unlock(void) {
    Thread *me = runtime_thread();
    if (me->depth == 1) host_watch_leave(&sealed_state.state);
    if (!--me->depth) me->caller = NULL;
    thread_unlock();
}

Runtime *runtime_enter(void) {
    Runtime *r = runtime_lock();
    if (r->started || start(r)) {
        const Thread *me = r->thread;
        mem_owner(r->mem, (unsigned)me->device, host_place(me->caller));
        return r;
    }
    runtime_unlock();
    return NULL;
}

CudaError runtime_leave(Runtime *r, CudaError e) {
    CudaError lost = r ? r->dev->sticky : cudaSuccess;
    Thread *me = r ? r->thread : NULL;
    e = runtime_leave_alive(r, lost ? lost : e);
    if (lost) me->failed.name = NULL; // an earlier kernel is at fault
    return e;
}

CudaError runtime_leave_alive(Runtime *r, CudaError e) {
    if (!r) return cudaErrorInitializationError;
    // "Not yet" is an answer: cudaGetLastError knows nothing of it, as seen on
    // an H200.
    if (e != cudaSuccess && e != cudaErrorNotReady) runtime_failed(e);
    runtime_unlock();
    return e;
}

void runtime_unlocked(Runtime *r, void (*fn)(void *), void *ctx) {
    Device *dev = r->dev;
    Thread *me = r->thread;
    const void *caller = me->caller;
    int depth = me->depth, driver = me->driver;
    me->depth = 1; // the program's code runs, whoever has called us
    me->driver = 0;
    runtime_unlock();
    fn(ctx);
    runtime_lock();
    r->dev = dev;
    me->depth = depth;
    me->driver = driver;
    me->caller = caller;
}

// ---- modules

// The best PTX for the modelled GPU, and the cubin that tells its registers.
static void pick_images(const SimGpu *g, const FatEntry *at, int n,
                        const FatEntry **ptx, const FatEntry **elf) {
    *ptx = *elf = NULL;
    for (int i = 0; i < n; i++) {
        if (at[i].arch > g->cc) continue;
        const FatEntry **best = at[i].kind == FAT_PTX ? ptx : elf;
        if (!*best || at[i].arch > (*best)->arch) *best = &at[i];
    }
}

typedef struct Texts {
    ModuleText *at;
    int n, cap;
} Texts;

static bool no_ptx(const SimGpu *g, Err *err) {
    err_set(err, ERR_SIM,
            "there is no PTX for compute capability %d.%d or "
            "below, only machine code",
            g->cc / 10, g->cc % 10);
    return err_hint(err,
                    "compile it with nvcc -gencode "
                    "arch=compute_%d,code=compute_%d",
                    g->cc, g->cc);
}

// Adds the best PTX of n entries to texts, if there is any; *elf: the machine
// code.
static void take_ptx(const SimGpu *g, const FatEntry *at, int n, Texts *texts,
                     const FatEntry **elf) {
    const FatEntry *ptx;
    pick_images(g, at, n, &ptx, elf);
    if (!ptx) return;
    ModuleText t = {ptx->data, ptx->size};
    vec_push(texts, t);
}

// Of a program whose device code nvcc has linked, the files; else the image.
// NVIDIA's device runtime is such a file, of machine code alone: what it
// defines is simulated (exec/device_runtime.c).
static Module *load(Runtime *r, Image *i, Err *err) {
    if (i->text)
        return module_load(r->mem, i->text, strlen(i->text), NULL, 0, err);
    Arena a = {0};
    Texts texts = {0};
    int n = 0;
    const FatEntry *elf = NULL, *none;
    const void *file;
    FatEntry *at = fatbin_entries(&a, i->wrapper, r->gpu->cc, &n, err);
    if (at) take_ptx(r->gpu, at, n, &texts, &elf);
    for (int k = 0; at && (file = fatbin_file(i->wrapper, k)); k++) {
        at = fatbin_file_entries(&a, file, r->gpu->cc, &n, err);
        if (at) take_ptx(r->gpu, at, n, &texts, &none);
    }
    Module *m = NULL;
    if (at && (texts.n || no_ptx(r->gpu, err)))
        m = module_load_linked(r->mem, texts.at, texts.n,
                               elf ? elf->data : NULL, elf ? elf->size : 0,
                               err);
    vec_free(&texts);
    arena_reset(&a);
    return m;
}

// Managed variables are one for all devices: the first device's.
static const Module *first_loaded(const Image *i) {
    for (int d = 0; d < DEVICES_MOST; d++)
        if (i->on[d].module) return i->on[d].module;
    return NULL;
}

// PTX 7.n came with CUDA 11.n, 8.0 to 8.5 with 12.0 to 12.5 (12.6 too), 8.6 to
// 8.8 with 12.7 to 12.9, 9.n with 13.n.
static int made_by(const PtxModule *p) {
    int minor = p->version_minor;
    switch (p->version_major) {
    case 7: return 11000 + 10 * minor;
    case 8: return 12000 + 10 * (minor > 5 ? minor + 1 : minor);
    default: return 13000 + 10 * minor;
    }
}

Module *runtime_load(Runtime *r, Image *i, Err *err) {
    struct Loaded *on = &i->on[r->dev->ordinal];
    const Module *first = first_loaded(i);
    on->tried = true;
    // Variables are the program's, whatever call loads them.
    mem_owner(r->mem, (unsigned)r->dev->ordinal, 0);
    on->module = load(r, i, err);
    mem_owner(r->mem, (unsigned)r->dev->ordinal, host_place(r->thread->caller));
    if (on->module && first) module_share_managed(on->module, first);
    if (on->module)
        i->runtime = made_by(module_ptx(on->module));
    else
        snprintf(r->load_error, sizeof r->load_error, "%s", err->msg);
    return on->module;
}

Module *runtime_module(Runtime *r, Image *i) {
    struct Loaded *on = &i->on[r->dev->ordinal];
    if (on->module || on->tried || i->unloaded) return on->module;
    Err err = {0};
    Module *m = runtime_load(r, i, &err);
    err_clear(&err);
    return m;
}

int runtime_made_by(Runtime *r) {
    for (Image *i = r->images; i; i = i->next)
        if (i->runtime || runtime_module(r, i)) return i->runtime;
    return 13000;
}

Kernel *runtime_kernel(Runtime *r, const void *host) {
    for (Kernel *k = r->kernels; k; k = k->next)
        if (k->host == host || (const void *)k == host) return k;
    return NULL;
}

uint64_t runtime_symbol(Runtime *r, const void *host, uint64_t *size) {
    for (Variable *v = r->variables; v; v = v->next) {
        if (v->host != host && (void *)v->managed != host) continue;
        v->asked = true;
        Module *m = runtime_module(r, v->image);
        return m ? module_var(m, v->name, size) : 0;
    }
    return 0;
}

void runtime_uuid(char *to, int device) {
    memcpy(to, "katasim device", 14);
    to[14] = 0;
    to[15] = (char)device;
}
