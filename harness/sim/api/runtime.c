// The devices of the process: starting them, loading modules.
#include "sim/api/runtime.h"

#include "sim/api/clock.h"
#include "sim/api/host_watch.h"
#include "sim/check/shadow.h"
#include "sim/module/fatbin.h"

#include "base/heap.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Runtime the;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static __thread Thread mine;

Thread *runtime_thread(void) {
    return &mine;
}

// ---- starting

// $KATASIM_DEVICES, 1 to 8.
static int how_many(void) {
    const char *text = getenv("KATASIM_DEVICES");
    int n = text ? atoi(text) : 1;
    return max_of(1, min_of(n, (int)DEVICES_MOST));
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
    timeline_init(&r->timeline, r->gpu->copy_engines);
    spans_begin(r);
    for (int i = 0; i < r->ndevices; i++)
        start_device(r, i);
    host_fault_watch(r->mem);
    return r->started = true;
}

static void take_turn(void) {
    pthread_mutex_lock(&turn);
    the.me = &mine;
    the.dev = &the.devices[mine.device];
    mine.depth++;
    clock_enter(&the);
}

static void end_turn(void) {
    if (!--mine.depth) mine.caller = NULL;
    pthread_mutex_unlock(&turn);
}

Runtime *runtime_enter(void) {
    take_turn();
    if (the.started || start(&the)) {
        mem_owner(the.mem, (unsigned)mine.device, host_place(mine.caller));
        return &the;
    }
    end_turn();
    return NULL;
}

static RuntimeCall *calls; // grows at its head, by any thread

// Functions of ours that several of CUDA's share have other names.
static bool stream_is_known(const char *name) {
    while (*name == '_')
        name++;
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "cublas", 6) == 0;
}

void runtime_count(RuntimeCall *c) {
    bool listed = __atomic_exchange_n(&c->listed, true, __ATOMIC_RELAXED);
    if (!listed && stream_is_known(c->seen.name)) {
        c->next = __atomic_load_n(&calls, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&calls, &c->next, c, true,
                                            __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            ;
    }
    __atomic_add_fetch(&c->seen.count, 1, __ATOMIC_RELAXED);
}

const SimCall *sim_call_at(int i) {
    const RuntimeCall *c = calls;
    while (c && i-- > 0)
        c = c->next;
    return c ? &c->seen : NULL;
}

void runtime_forget_calls(void) {
    for (RuntimeCall *c = calls; c; c = c->next)
        c->seen.count = 0;
}

CudaError runtime_leave(Runtime *r, CudaError e) {
    if (r && r->dev->sticky) e = r->dev->sticky;
    return runtime_leave_alive(r, e);
}

CudaError runtime_leave_alive(Runtime *r, CudaError e) {
    if (!r) return cudaErrorInitializationError;
    if (e != cudaSuccess) r->me->last = e;
    end_turn();
    return e;
}

void runtime_unlocked(Runtime *r, void (*fn)(void *), void *ctx) {
    Device *dev = r->dev;
    const void *caller = r->me->caller;
    end_turn();
    fn(ctx);
    take_turn();
    r->dev = dev;
    r->me->caller = caller;
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

static Module *load(Runtime *r, Image *i, Err *err) {
    Arena a = {0};
    int n = 0;
    Module *m = NULL;
    FatEntry *at = fatbin_entries(&a, i->wrapper, &n, err);
    const FatEntry *ptx, *elf;
    if (at) {
        pick_images(r->gpu, at, n, &ptx, &elf);
        if (ptx)
            m = module_load(r->mem, ptx->data, ptx->size,
                            elf ? elf->data : NULL, elf ? elf->size : 0, err);
        else
            err_set(err, ERR_SIM,
                    "the program holds no PTX for compute capability %d.%d "
                    "or below",
                    r->gpu->cc / 10, r->gpu->cc % 10);
    }
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

Module *runtime_module(Runtime *r, Image *i) {
    struct Loaded *on = &i->on[r->dev->ordinal];
    if (on->module || on->tried) return on->module;
    Err err = {0};
    const Module *first = first_loaded(i);
    on->tried = true;
    // Variables are the program's, whatever call loads them.
    mem_owner(r->mem, (unsigned)r->dev->ordinal, 0);
    on->module = load(r, i, &err);
    mem_owner(r->mem, (unsigned)r->dev->ordinal, host_place(r->me->caller));
    if (on->module && first) module_share_managed(on->module, first);
    if (!on->module) {
        snprintf(r->load_error, sizeof r->load_error, "%s", err.msg);
    } else {
        i->runtime = made_by(module_ptx(on->module));
    }
    err_clear(&err);
    return on->module;
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
        Module *m = runtime_module(r, v->image);
        return m ? module_var(m, v->name, size) : 0;
    }
    return 0;
}

// ---- streams

// 0 and 1 are the default stream of the device, 2 is the thread's own.
SimStream *runtime_stream(Runtime *r, CudaStream s) {
    if ((uintptr_t)s <= 1) return &r->dev->zero;
    if ((uintptr_t)s > 2) return handle_find(r, s, HANDLE_STREAM);
    SimStream **own = &r->me->streams[r->dev->ordinal];
    if (!*own) {
        *own = stream_new(r, 0, 0);
        (*own)->handle.made_at = NULL; // nobody has to destroy it
    }
    return *own;
}

// ---- traps, for the host and as errors

CudaError trap_error(SimTrapKind k) {
    static const CudaError of[SIM_TRAP_COUNT] = {
#define TRAP(id, name, error, meaning) [SIM_TRAP_##id] = error,
#include "base/traps.def"
    };
    return of[k];
}

static bool same_place(const SimTrap *a, const SimTrap *b) {
    if (a->kind != b->kind) return false;
    if (a->line || b->line) return a->line == b->line;
    return a->host_pc && a->host_pc == b->host_pc;
}

void runtime_trap(Runtime *r, const SimTrap *t) {
    for (int i = 0; i < r->ntraps; i++) {
        SimTrap *o = &r->traps[i];
        if (!same_place(o, t)) continue;
        o->count += t->count ? t->count : 1;
        return;
    }
    if (r->ntraps == r->cap_traps) {
        r->cap_traps = r->cap_traps * 2 + 8;
        r->traps = heap_grow(r->traps, (size_t)r->cap_traps, sizeof *r->traps);
    }
    SimTrap *o = &r->traps[r->ntraps++];
    *o = *t;
    o->name = sim_trap_name(t->kind);
    o->file = arena_str(&r->arena, t->file ? t->file : "");
    o->kernel = arena_str(&r->arena, t->kernel ? t->kernel : "");
    o->other_file = arena_str(&r->arena, t->other_file ? t->other_file : "");
    if (!o->space) o->space = "";
    if (!o->access) o->access = "";
    if (!o->count) o->count = 1;
}

// ---- what hosts ask (sim.h)

int sim_trap_count(void) {
    host_watch_tell(&the);
    return the.ntraps;
}
const SimTrap *sim_trap_at(int i) {
    return i >= 0 && i < the.ntraps ? &the.traps[i] : NULL;
}
int sim_launch_count(void) {
    if (the.started) timeline_drain(&the.timeline, -1); // their times
    return the.nlaunches;
}
const SimLaunchInfo *sim_launch_at(int i) {
    return i >= 0 && i < the.nlaunches ? &the.launches[i] : NULL;
}
const char *sim_load_error(void) {
    return the.load_error;
}

void sim_clear(void) {
    the.gone += (uint64_t)the.nlaunches;
    the.ntraps = the.nlaunches = the.nold = 0;
    the.line_bytes = 0;
    for (int i = 0; i < 2; i++)
        arena_reset(&the.lines[i]);
    the.load_error[0] = '\0';
    arena_reset(&the.arena);
}

void sim_forget(const void *p, size_t n) {
    if (!the.started) return;
    take_turn();
    mem_forgot(the.mem, (uint64_t)(uintptr_t)p, n);
    end_turn();
}

double sim_clock_us(void) {
    return mine.host_us;
}

void sim_end(void) {
    if (!the.started) return;
    take_turn();
    the.me->caller = NULL;
    host_end(&the);
    end_turn();
}

const char *sim_version(void) {
    return "libkatasim 1";
}
