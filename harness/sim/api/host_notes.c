// Reports mistakes of host code, beside the result that CUDA gives it.
#include "sim/api/runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void note(Runtime *r, SimTrap *t, const char *hint, const char *fmt,
                 va_list ap) {
    vsnprintf(t->message, sizeof t->message - 1, fmt, ap);
    size_t n = strlen(t->message);
    if (n && !strchr(".!?", t->message[n - 1])) strcat(t->message, ".");
    snprintf(t->hint, sizeof t->hint, "%s", hint);
    if (!t->host_pc) t->host_pc = host_place(r->me->caller);
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
        t.alloc_bytes = a->hi - a->lo;
        t.alloc_pc = a->made_at;
        if (a->kind == ALLOC_FREED) t.other_pc = a->freed_at;
    }
    va_start(ap, fmt);
    note(r, &t, hint, fmt, ap);
    va_end(ap);
}

void host_note_minor(Runtime *r, SimTrapKind kind, const Alloc *a,
                     const char *hint, const char *fmt, ...) {
    SimTrap t = {.kind = kind, .minor = true};
    va_list ap;
    if (a) t.alloc_pc = a->made_at;
    va_start(ap, fmt);
    note(r, &t, hint, fmt, ap);
    va_end(ap);
}

// ---- launches that failed

void host_launch_failed(Runtime *r, CudaError e, const char *kernel) {
    struct Unasked *u = &r->me->unasked;
    if (!u->e) *u = (struct Unasked){e, r->me->caller, kernel};
}

static bool keeps_launch_errors;

void sim_keep_launch_errors(bool on) {
    keeps_launch_errors = on;
}

void host_asked(Runtime *r) {
    struct Unasked *u = &r->me->unasked;
    if (!u->e) return;
    uint64_t at = host_place(u->caller);
    for (int i = 0; i < r->ntraps && !keeps_launch_errors; i++)
        if (r->traps[i].kind == SIM_TRAP_LAUNCH && r->traps[i].host_pc == at)
            r->traps[i].minor = true;
    u->e = cudaSuccess;
}

void host_unasked(Runtime *r) {
    struct Unasked *u = &r->me->unasked;
    if (!u->e) return;
    SimTrap t = {.kind = SIM_TRAP_UNASKED,
                 .kernel = u->kernel,
                 .host_pc = host_place(u->caller)};
    snprintf(t.message, sizeof t.message,
             "This launch of %.120s failed (%s) and the program never asked: "
             "the kernel did not run.",
             u->kernel, cudaGetErrorName(u->e));
    snprintf(t.hint, sizeof t.hint,
             "A launch returns nothing. Check cudaGetLastError() right after "
             "it.");
    runtime_trap(r, &t);
    u->e = cudaSuccess;
}

// ---- what is never freed

typedef struct Leak {
    uint64_t place;
    uint64_t bytes;
    int n;
    const char *what, *cure;
} Leak;

typedef struct Leaks {
    Leak at[64];
    int n;
} Leaks;

static void leak(Leaks *l, uint64_t place, uint64_t bytes, const char *what,
                 const char *cure) {
    Leak *found = NULL;
    for (int i = 0; i < l->n && !found; i++)
        if (l->at[i].place == place && l->at[i].what == what) found = &l->at[i];
    if (!found && l->n == (int)COUNT_OF(l->at)) return;
    if (!found) {
        found = &l->at[l->n++];
        *found = (Leak){.place = place, .what = what, .cure = cure};
    }
    found->bytes += bytes;
    found->n++;
}

// Only what the program's own calls allocated: made_at is 0 for variables and
// for what the library needs itself.
static void leak_alloc(void *ctx, const Alloc *a) {
    if (!a->made_at || a->name) return;
    bool pinned = a->kind == ALLOC_PINNED;
    leak(ctx, a->made_at, a->hi - a->lo, pinned ? "pinned memory" : "memory",
         pinned ? "cudaFreeHost" : "cudaFree");
}

static void leak_stream(void *ctx, Handle *h) {
    uint64_t place = host_place(h->made_at);
    if (place && ((SimStream *)h)->id > 1)
        leak(ctx, place, 0, "a stream", "cudaStreamDestroy");
}

static void leak_event(void *ctx, Handle *h) {
    uint64_t place = host_place(h->made_at);
    if (place) leak(ctx, place, 0, "an event", "cudaEventDestroy");
}

static void tell_leak(Runtime *r, const Leak *l) {
    SimTrap t = {.kind = SIM_TRAP_LEAK,
                 .host_pc = l->place,
                 .alloc_bytes = l->bytes,
                 .minor = true,
                 .count = (uint64_t)l->n};
    snprintf(t.message, sizeof t.message, "%c%s %s here was never %s.",
             *l->what - 32, l->what + 1, l->bytes ? "allocated" : "made",
             l->bytes ? "freed" : "destroyed");
    snprintf(t.hint, sizeof t.hint,
             "The system takes it back when the program ends; %s gives it "
             "back when it is no longer needed.",
             l->cure);
    runtime_trap(r, &t);
}

// After a trap no call frees anything: a program that tried has not forgotten.
static bool can_free(const Runtime *r) {
    for (int i = 0; i < r->ndevices; i++)
        if (r->devices[i].sticky) return false;
    return true;
}

void host_end(Runtime *r) {
    Leaks all = {0};
    host_unasked(r);
    if (!can_free(r)) return;
    mem_each(r->mem, leak_alloc, &all);
    handle_each(HANDLE_STREAM, leak_stream, &all);
    handle_each(HANDLE_EVENT, leak_event, &all);
    for (int i = 0; i < all.n; i++)
        tell_leak(r, &all.at[i]);
}
