// Reports mistakes of host code, beside the result that CUDA gives it.
#include "sim/runtime/runtime.h"

#include "base/heap.h"
#include "sim/runtime/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

CudaError trap_error(SimTrapKind k) {
    static const CudaError of[SIM_TRAP_COUNT] = {
#define TRAP(id, name, error, meaning) [SIM_TRAP_##id] = error,
#include "base/traps.def"
    };
    return of[k];
}

static bool same_place(const SimTrap *a, const SimTrap *b) {
    if (a->kind != b->kind || a->severity != b->severity) return false;
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
    if (!r->thread->driver && (runtime_is_used() || !r->uses_driver)) return;
    driver_words(o->message, sizeof o->message);
    driver_words(o->hint, sizeof o->hint);
}

// ---- mistakes

static void note(Runtime *r, SimTrap *t, const char *hint, const char *fmt,
                 va_list ap) {
    vsnprintf(t->message, sizeof t->message - 1, fmt, ap);
    size_t n = strlen(t->message);
    if (n && !strchr(".!?", t->message[n - 1])) strcat(t->message, ".");
    snprintf(t->hint, sizeof t->hint, "%s", hint);
    if (!t->host_pc) t->host_pc = host_place(r->thread->caller);
    runtime_trap(r, t);
}

void host_note(Runtime *r, SimTrapKind kind, const char *hint, const char *fmt,
               ...) {
    SimTrap t = {.kind = kind};
    va_list ap;
    va_start(ap, fmt);
    note(r, &t, hint, fmt, ap);
    va_end(ap);
}

void host_note_alloc(Runtime *r, SimTrapKind kind, const Alloc *a,
                     const char *hint, const char *fmt, ...) {
    SimTrap t = {.kind = kind};
    va_list ap;
    if (a) {
        t.address = a->lo;
        t.alloc_lo = a->lo;
        t.alloc_bytes = a->hi - a->lo;
        t.alloc_pc = a->made_at;
        if (a->kind == ALLOC_FREED) t.other_pc = a->freed_at;
    }
    va_start(ap, fmt);
    note(r, &t, hint, fmt, ap);
    va_end(ap);
}

void host_note_mild(Runtime *r, SimSeverity severity, SimTrapKind kind,
                    const Alloc *a, const char *hint, const char *fmt, ...) {
    SimTrap t = {.kind = kind, .severity = severity};
    va_list ap;
    if (a) t.alloc_pc = a->made_at;
    va_start(ap, fmt);
    note(r, &t, hint, fmt, ap);
    va_end(ap);
}

// ---- launches that failed

void host_launch_failed(Runtime *r, CudaError e, const char *kernel,
                        bool returned) {
    struct Unasked *u = &r->thread->unasked;
    if (!u->e) *u = (struct Unasked){e, r->thread->caller, kernel, returned};
}

static bool keeps_launch_errors;

void sim_keep_launch_errors(bool on) {
    keeps_launch_errors = on;
}

void host_asked(Runtime *r) {
    struct Unasked *u = &r->thread->unasked;
    if (!u->e) return;
    uint64_t at = host_place(u->caller);
    for (int i = 0; i < r->ntraps && !keeps_launch_errors; i++)
        if (r->traps[i].kind == SIM_TRAP_LAUNCH && r->traps[i].host_pc == at)
            r->traps[i].severity = SIM_NOTE;
    u->e = cudaSuccess;
}
