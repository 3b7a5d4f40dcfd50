#include "sim/runtime/host_watch.h"

#include "sim/runtime/clock.h"
#include "sim/runtime/host_fresh.h"

#include "base/heap.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    WATCHES = 128,
    CHUNKS = 64,      // of an allocation, watched one by one
    SMALL = 64 << 10, // up to here the bytes of before are kept
    TOUCHES = 64,
};

typedef enum WatchState {
    WATCH_FREE,
    WATCH_RUNNING, // a kernel is executing: its first write opens a chunk
    WATCH_WRITTEN, // the host may not look
    WATCH_READ,    // the host may not write
} WatchState;

typedef struct Watch {
    volatile WatchState state;
    uint64_t lo, hi;         // whole pages, but for hi
    uint64_t end;            // of the allocation
    uint64_t chunk;          // bytes, 0: one
    volatile uint64_t dirty; // chunks
    uint64_t earlier;        // dirty ones of kernels before, not waited for
    const SimStream *stream; // of those kernels
    bool mixed;              // streams: then nothing is known
    Job *until;              // released when the place is taken again
    uint64_t made_at, queued_at;
    bool by_copy;
    uint8_t *before; // SMALL ones: the bytes before the kernel
} Watch;

// An access that the signal handler noted.
typedef struct Touch {
    uint64_t address, pc, alloc_pc, queued_at;
    bool writes, by_copy;
    bool blank; // a read of what nothing has written
} Touch;

// Read in a signal handler: plain arrays.
static Watch watches[WATCHES];
static int nwatches; // in use lie below
static Touch touches[TOUCHES];
static volatile int ntouches;
static volatile bool running;

static uint64_t page_size(void) {
    static uint64_t size;
    if (!size) size = (uint64_t)sysconf(_SC_PAGESIZE);
    return size;
}

static uint64_t up(uint64_t v) {
    return (v + page_size() - 1) / page_size() * page_size();
}

static void protect(uint64_t lo, uint64_t hi, int prot) {
    if (hi > lo) mprotect((void *)(uintptr_t)lo, up(hi - lo), prot);
}

// The range stays in w: a thread that has faulted there meanwhile only tries
// again (was_opened).
static void open_all(Watch *w) {
    w->state = WATCH_FREE;
    protect(w->lo, w->hi, PROT_READ | PROT_WRITE);
    if (!w->by_copy) host_fresh_close(w->lo, up(w->hi));
}

static Watch *watch_find(uint64_t address) {
    for (int i = 0; i < nwatches; i++)
        if (watches[i].state &&
            address - watches[i].lo < up(watches[i].hi - watches[i].lo))
            return &watches[i];
    return NULL;
}

static Watch *watch_take(void) {
    for (int i = 0; i < WATCHES; i++) {
        if (watches[i].state) continue;
        if (i >= nwatches) nwatches = i + 1;
        job_release(watches[i].until);
        watches[i].until = NULL;
        return &watches[i];
    }
    return NULL;
}

// ---- kernels

static void keep_bytes(Watch *w) {
    if (w->end - w->lo > SMALL) return;
    if (!w->before) w->before = heap_new(SMALL, 1);
    memcpy(w->before, (void *)(uintptr_t)w->lo, w->end - w->lo);
}

static void arm(const Alloc *a, const SimStream *s) {
    Watch *w = watch_find(a->lo);
    bool is_new = false;
    if (w && w->state == WATCH_RUNNING) return;
    if (w) {
        // Not waited for since an earlier kernel. Work of two streams ends at
        // two times: no more is said of it then.
        w->mixed |= w->stream != s;
        w->earlier = w->dirty;
        w->dirty = 0;
    } else {
        w = watch_take();
        if (!w) return;
        uint8_t *before = w->before;
        *w = (Watch){.lo = a->lo,
                     .hi = a->hi,
                     .end = a->hi,
                     .stream = s,
                     .made_at = a->made_at,
                     .before = before};
        w->chunk = up((a->hi - a->lo + CHUNKS - 1) / CHUNKS);
        is_new = true;
    }
    protect(w->lo, w->hi, PROT_READ);
    if (is_new) keep_bytes(w); // now they may be read
    w->state = WATCH_RUNNING;
}

void host_watch_kernel(Runtime *r, const void *params, size_t bytes,
                       const SimStream *s) {
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t p;
        memcpy(&p, (const char *)params + i, sizeof p);
        if (!mem_in_arena(r->mem, p) || mem_is_device_only(r->mem, p)) continue;
        const Alloc *a = mem_find(r->mem, p);
        if (a && a->kind == ALLOC_MANAGED) arm(a, s);
    }
    running = true;
}

// Chunks at the border of what was written hold what was not, too: they are
// left open, except at the ends of the allocation.
static uint64_t inner_chunks(const Watch *w) {
    int last = (int)((w->hi - w->lo - 1) / w->chunk);
    uint64_t inner = 0;
    for (int i = 0; i <= last; i++) {
        bool before = i == 0 || (w->dirty >> (i - 1) & 1);
        bool after = i == last || (w->dirty >> (i + 1) & 1);
        if ((w->dirty >> i & 1) && before && after) inner |= 1ull << i;
    }
    return inner;
}

static void watch_settle(Watch *w, Job *job, uint64_t queued_at) {
    bool wrote = w->dirty != 0;
    w->dirty = inner_chunks(w) | w->earlier;
    open_all(w);
    if (!w->dirty || w->mixed) return;
    if (wrote) {
        job_release(w->until);
        w->until = job_hold(job);
        w->queued_at = queued_at;
    }
    for (int i = 0; i < CHUNKS; i++) {
        uint64_t lo = w->lo + (uint64_t)i * w->chunk;
        if (w->dirty >> i & 1)
            protect(lo, min_of(lo + w->chunk, w->hi), PROT_NONE);
    }
    w->state = WATCH_WRITTEN;
}

void host_watch_kernel_done(Runtime *r, Job *job) {
    running = false;
    for (int i = 0; i < nwatches; i++)
        if (watches[i].state == WATCH_RUNNING)
            watch_settle(&watches[i], job, host_place(r->thread->caller));
}

// ---- copies

void host_watch_copy(Runtime *r, const void *p, size_t n, bool wrote,
                     Job *job) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    const Alloc *a = mem_find(r->mem, at);
    if (!a || a->kind != ALLOC_PINNED || !mem_in_arena(r->mem, at)) return;
    uint64_t lo = up(at);
    uint64_t hi =
        at + n == a->hi ? a->hi : (at + n) / page_size() * page_size();
    if (lo >= hi || watch_find(lo)) return;
    Watch *w = watch_take();
    if (!w) return;
    uint8_t *before = w->before;
    *w = (Watch){.lo = lo,
                 .hi = hi,
                 .until = job_hold(job),
                 .made_at = a->made_at,
                 .queued_at = host_place(r->thread->caller),
                 .by_copy = true,
                 .before = before};
    protect(lo, hi, wrote ? PROT_NONE : PROT_READ);
    w->state = wrote ? WATCH_WRITTEN : WATCH_READ;
}

void host_watch_pass(Runtime *r) {
    int used = 0;
    for (int i = 0; i < nwatches; i++) {
        Watch *w = &watches[i];
        if (w->state >= WATCH_WRITTEN && job_has_passed(r, w->until))
            open_all(w);
        if (w->state) used = i + 1;
    }
    nwatches = used;
}

void host_watch_function(void) {
    for (int i = 0; i < nwatches; i++)
        if (watches[i].state >= WATCH_WRITTEN) open_all(&watches[i]);
}

void host_watch_drop(uint64_t p) {
    Watch *w = watch_find(p);
    if (w) open_all(w);
    host_fresh_drop(p);
    for (int i = 0; i < WATCHES; i++)
        if (p - watches[i].lo < up(watches[i].hi - watches[i].lo))
            watches[i].lo = watches[i].hi = 0;
}

// ---- in the signal handler

static void note(const Watch *w, uint64_t address, bool writes, uint64_t pc) {
    int i = ntouches;
    if (i >= TOUCHES) return;
    touches[i] = (Touch){address, pc,         w->made_at, w->queued_at,
                         writes,  w->by_copy, false};
    ntouches = i + 1;
}

static void note_fresh_read(uint64_t address, uint64_t pc, uint64_t made_at) {
    int i = ntouches;
    if (i >= TOUCHES) return;
    touches[i] = (Touch){
        .address = address, .pc = pc, .alloc_pc = made_at, .blank = true};
    ntouches = i + 1;
}

// Memory that nothing has written yet: true if the address lies there, and is
// open now.
static bool fresh_fault(const HostAccess *at) {
    bool library = running || runtime_thread()->depth;
    bool reads = !library && !at->writes && !at->atomic;
    uint64_t made_at = 0;
    FreshTouch how = host_fresh_touch(at->address, reads, &made_at);
    if (how == FRESH_READ) note_fresh_read(at->address, at->pc, made_at);
    return how != FRESH_NOT;
}

// The kernel left this word as it was: whoever looks at it looks at the host's
// own value.
static bool is_unchanged(const Watch *w, uint64_t address) {
    uint64_t at = (address - w->lo) & ~(uint64_t)3;
    if (w->by_copy || w->end - w->lo > SMALL || at + 4 > w->end - w->lo)
        return false;
    return !memcmp(w->before + at, (void *)(uintptr_t)(w->lo + at), 4);
}

void host_watch_call(const void *p, size_t n, bool writes, const void *caller) {
    uint64_t lo = (uint64_t)(uintptr_t)p, end = lo + n;
    HostAccess at = {.pc = host_place(caller), .writes = writes};
    if (!nwatches && !host_fresh_any()) return;
    for (at.address = lo; at.address < end;
         at.address = (at.address / page_size() + 1) * page_size()) {
        fresh_fault(&at);
        const Watch *w = watch_find(at.address);
        if (w && w->state != WATCH_RUNNING) host_watch_fault(&at);
    }
}

// Another thread of the program, or another worker of the kernel, may have
// opened the page meanwhile: then this one tries again. Not for ever, as the
// place may be closed for another reason.
static bool was_opened(uint64_t address) {
    enum { TRIES = 10000 };
    static __thread uint64_t last;
    static __thread int tries;
    for (int i = 0; i < WATCHES; i++) {
        if (address - watches[i].lo >= up(watches[i].hi - watches[i].lo))
            continue;
        tries = last == address ? tries + 1 : 0;
        last = address;
        return tries < TRIES;
    }
    return false;
}

bool host_watch_fault(const HostAccess *at) {
    uint64_t address = at->address;
    Watch *w = watch_find(address);
    bool kernel = w && w->state == WATCH_RUNNING;
    if (!kernel && fresh_fault(at)) return true;
    if (!w) return was_opened(address);
    if (kernel) {
        uint64_t ignored;
        host_fresh_touch(address, false, &ignored);
        uint64_t i = (address - w->lo) / w->chunk, lo = w->lo + i * w->chunk;
        __atomic_fetch_or(&w->dirty, 1ull << i, __ATOMIC_RELAXED);
        protect(lo, min_of(lo + w->chunk, w->hi), PROT_READ | PROT_WRITE);
        return true;
    }
    Watch was = *w;
    open_all(w);
    // The library's own copies and kernels come in their order.
    if (running || runtime_thread()->depth) return true;
    if (at->atomic && !was.by_copy) return true;
    if (!is_unchanged(&was, address)) note(&was, address, at->writes, at->pc);
    return true;
}

// ---- telling

static void tell_blank(Runtime *r, const Touch *o) {
    SimTrap t = {.kind = SIM_TRAP_UNINITIALISED,
                 .severity = SIM_DOUBTFUL,
                 .address = o->address,
                 .space = "global",
                 .access = "read",
                 .host_pc = o->pc,
                 .alloc_pc = o->alloc_pc};
    snprintf(t.message, sizeof t.message,
             "Host code reads managed memory that nothing has written: neither "
             "the host nor a kernel.");
    snprintf(t.hint, sizeof t.hint,
             "Did the kernel that fills it run, and is this the pointer that "
             "it was given? CUDA does not promise zeros in new memory: set "
             "them (cudaMemset).");
    runtime_trap(r, &t);
}

void host_watch_tell(Runtime *r) {
    for (int i = 0; i < ntouches; i++) {
        const Touch *o = &touches[i];
        if (o->blank) {
            tell_blank(r, o);
            continue;
        }
        SimTrap t = {.kind = SIM_TRAP_NOT_SYNCED,
                     .address = o->address,
                     .space = "global",
                     .access = o->writes ? "write" : "read",
                     .host_pc = o->pc,
                     .alloc_pc = o->alloc_pc,
                     .other_pc = o->queued_at};
        const char *who = o->by_copy ? "a cudaMemcpyAsync" : "a kernel";
        snprintf(t.message, sizeof t.message,
                 o->writes ? "Host code writes memory that %s may still be "
                             "using: the program has not waited for it."
                           : "Host code reads what %s may not have written "
                             "yet: the program has not waited for it.",
                 who);
        snprintf(t.hint, sizeof t.hint,
                 "Launches and async copies return at once. Wait first: "
                 "cudaDeviceSynchronize(), or cudaStreamSynchronize() of its "
                 "stream.");
        runtime_trap(r, &t);
    }
    ntouches = 0;
}
