// The device of the process: starting it, loading modules, the timeline.
#include "sim/runtime.h"

#include "base/heap.h"
#include "sim/fatbin.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static Runtime the;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static bool start(Runtime *r) {
    r->gpu = sim_gpu();
    r->mem = mem_open((uint64_t)(r->gpu->mem_gib * 1073741824.0));
    if (!r->mem) return false;
    r->caches = caches_open(r->gpu);
    r->zero.blocking = true;
    host_fault_watch(r->mem);
    return r->started = true;
}

Runtime *runtime_enter(void) {
    pthread_mutex_lock(&turn);
    if (the.started || start(&the)) return &the;
    pthread_mutex_unlock(&turn);
    return NULL;
}

CudaError runtime_leave(Runtime *r, CudaError e) {
    if (r && r->sticky) e = r->sticky;
    return runtime_leave_alive(r, e);
}

CudaError runtime_leave_alive(Runtime *r, CudaError e) {
    if (!r) return cudaErrorInitializationError;
    if (e != cudaSuccess) r->last = e;
    pthread_mutex_unlock(&turn);
    return e;
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

Module *runtime_module(Runtime *r, Image *i) {
    if (i->module || i->tried) return i->module;
    Err err = {0};
    i->tried = true;
    i->module = load(r, i, &err);
    if (!i->module) {
        snprintf(r->load_error, sizeof r->load_error, "%s", err.msg);
    } else {
        const PtxModule *p = module_ptx(i->module);
        // PTX 7.8 came with CUDA 11.8, 8.x with 12, 9.x with 13.
        i->runtime = p->version_major >= 9   ? 13000
                     : p->version_major == 8 ? 12000
                                             : 11080;
    }
    err_clear(&err);
    return i->module;
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

// ---- the timeline

SimStream *runtime_stream(Runtime *r, CudaStream s) {
    // 0 is the default stream, 1 cudaStreamLegacy, 2 cudaStreamPerThread.
    return (uintptr_t)s <= 2 ? &r->zero : s;
}

double runtime_schedule(Runtime *r, CudaStream s, int engine, double us) {
    SimStream *st = runtime_stream(r, s);
    double start_us = st->ready_us > r->host_us ? st->ready_us : r->host_us;
    // The default stream and blocking streams wait for each other.
    if (st == &r->zero) {
        for (SimStream *o = r->streams; o; o = o->next)
            if (o->blocking && o->ready_us > start_us) start_us = o->ready_us;
    } else if (st->blocking && r->zero.ready_us > start_us) {
        start_us = r->zero.ready_us;
    }
    if (r->engine_us[engine] > start_us) start_us = r->engine_us[engine];
    st->ready_us = r->engine_us[engine] = start_us + us;
    return start_us;
}

void runtime_wait(Runtime *r, CudaStream s) {
    double ready = runtime_stream(r, s)->ready_us;
    if (ready > r->host_us) r->host_us = ready;
}

void runtime_wait_all(Runtime *r) {
    runtime_wait(r, NULL);
    for (SimStream *s = r->streams; s; s = s->next)
        runtime_wait(r, s);
}

// ---- traps, for the host and as errors

CudaError trap_error(SimTrapKind k) {
    static const CudaError of[SIM_TRAP_COUNT] = {
#define TRAP(id, name, error, meaning) [SIM_TRAP_##id] = error,
#include "sim/traps.def"
    };
    return of[k];
}

void runtime_trap(Runtime *r, const SimTrap *t) {
    for (int i = 0; i < r->ntraps; i++) {
        SimTrap *o = &r->traps[i];
        if (o->kind == t->kind && o->line == t->line && o->line) {
            o->count += t->count ? t->count : 1;
            return;
        }
    }
    if (r->ntraps == r->cap_traps) {
        r->cap_traps = r->cap_traps * 2 + 8;
        r->traps = heap_grow(r->traps, (size_t)r->cap_traps, sizeof *r->traps);
    }
    SimTrap *o = &r->traps[r->ntraps++];
    *o = *t;
    o->file = arena_str(&r->arena, t->file ? t->file : "");
    o->kernel = arena_str(&r->arena, t->kernel ? t->kernel : "");
    o->other_file = arena_str(&r->arena, t->other_file ? t->other_file : "");
    if (!o->count) o->count = 1;
}

// ---- what hosts ask (sim.h)

int sim_trap_count(void) {
    return the.ntraps;
}
const SimTrap *sim_trap_at(int i) {
    return i >= 0 && i < the.ntraps ? &the.traps[i] : NULL;
}
int sim_launch_count(void) {
    return the.nlaunches;
}
const SimLaunchInfo *sim_launch_at(int i) {
    return i >= 0 && i < the.nlaunches ? &the.launches[i] : NULL;
}
const char *sim_load_error(void) {
    return the.load_error;
}

void sim_clear(void) {
    the.ntraps = the.nlaunches = 0;
    the.load_error[0] = '\0';
    arena_reset(&the.arena);
}

double sim_clock_us(void) {
    double us = the.zero.ready_us;
    for (SimStream *s = the.streams; s; s = s->next)
        if (s->ready_us > us) us = s->ready_us;
    return us > the.host_us ? us : the.host_us;
}

const char *sim_version(void) {
    return "libkatasim 1";
}
