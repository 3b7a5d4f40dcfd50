#include "sim/runtime/host_watch.h"

#include "sim/runtime/clock.h"
#include "sim/runtime/host_fresh.h"
#include "sim/runtime/piece.h"

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
    PARTS = 8, // of a watch
};

typedef enum WatchState {
    WATCH_FREE,
    WATCH_RUNNING, // a kernel is executing: its first write opens a chunk
    WATCH_WRITTEN, // the host may not look
    WATCH_READ,    // the host may not write
} WatchState;

// The pages of a watch that one kernel or copy wrote.
typedef struct Part {
    Job *until;
    uint64_t queued_at;
    uint64_t stream, piece; // a kernel's; the piece of work (piece.h) plus one
    uint64_t wrote, closed; // chunks; no two parts have one closed
} Part;

typedef struct Watch {
    volatile WatchState state;
    uint64_t lo, hi;         // whole pages, but for hi
    uint64_t end;            // of the allocation
    uint64_t chunk;          // bytes, 0: one
    volatile uint64_t dirty; // chunks of the running kernel
    uint64_t mixed;          // chunks of kernels in no order: nothing is said
    volatile bool lent;      // the library looks at it: open until it leaves
    Part parts[PARTS];       // jobs are released when the place is taken again
    int nparts;
    uint64_t made_at;
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
    w->lent = false;
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
        while (watches[i].nparts > 0)
            job_release(watches[i].parts[--watches[i].nparts].until);
        return &watches[i];
    }
    return NULL;
}

static void protect_chunks(const Watch *w, uint64_t chunks, int prot) {
    for (int i = 0; i < CHUNKS; i++) {
        uint64_t lo = w->lo + (uint64_t)i * w->chunk;
        if (chunks >> i & 1) protect(lo, min_of(lo + w->chunk, w->hi), prot);
    }
}

// Takes the pages of what was written, or is still read, away from the host.
static void close_pages(const Watch *w) {
    if (w->by_copy)
        protect(w->lo, w->hi, w->state == WATCH_READ ? PROT_READ : PROT_NONE);
    for (int i = 0; !w->by_copy && i < w->nparts; i++)
        protect_chunks(w, w->parts[i].closed, PROT_NONE);
}

static void part_drop(Watch *w, int i) {
    job_release(w->parts[i].until);
    w->parts[i] = w->parts[--w->nparts];
}

// Opens what has ended.
static void watch_pass(Runtime *r, Watch *w) {
    for (int i = w->nparts; i-- > 0;) {
        const Part *p = &w->parts[i];
        if (!job_has_passed(r, p->until)) continue;
        if (!w->by_copy && p->closed) {
            protect_chunks(w, p->closed, PROT_READ | PROT_WRITE);
            host_fresh_close(w->lo, up(w->hi));
        }
        part_drop(w, i);
    }
    if (!w->nparts) open_all(w);
}

// The part that closes the address, or NULL.
static const Part *part_at(const Watch *w, uint64_t address) {
    if (w->by_copy) return &w->parts[0];
    for (int i = 0; i < w->nparts; i++)
        if (w->parts[i].closed >> (address - w->lo) / w->chunk & 1)
            return &w->parts[i];
    return NULL;
}

// ---- kernels

static void keep_bytes(Watch *w) {
    if (w->end - w->lo > SMALL) return;
    if (!w->before) w->before = heap_new(SMALL, 1);
    memcpy(w->before, (void *)(uintptr_t)w->lo, w->end - w->lo);
}

static void arm(const Alloc *a) {
    Watch *w = watch_find(a->lo);
    bool is_new = false;
    if (w && w->state == WATCH_RUNNING) return;
    if (w) {
        w->dirty = 0; // not waited for since an earlier kernel
        w->lent = false;
    } else {
        w = watch_take();
        if (!w) return;
        uint8_t *before = w->before;
        *w = (Watch){.lo = a->lo,
                     .hi = a->hi,
                     .end = a->hi,
                     .made_at = a->made_at,
                     .before = before};
        w->chunk = up((a->hi - a->lo + CHUNKS - 1) / CHUNKS);
        is_new = true;
    }
    protect(w->lo, w->hi, PROT_READ);
    if (is_new) keep_bytes(w); // now they may be read
    w->state = WATCH_RUNNING;
}

void host_watch_kernel(Runtime *r, const void *params, size_t bytes) {
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t p;
        memcpy(&p, (const char *)params + i, sizeof p);
        if (!mem_in_arena(r->mem, p) || mem_is_device_only(r->mem, p)) continue;
        const Alloc *a = mem_find(r->mem, p);
        if (a && a->kind == ALLOC_MANAGED) arm(a);
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

// Work of s comes after the part's. The default stream's is none of the pieces
// where no other stream has been made yet.
static bool is_after_part(Runtime *r, const SimStream *s, const Part *p) {
    if (p->stream == s->id) return true;
    return p->piece ? piece_is_over(r, p->piece - 1, s) : s->blocking;
}

// A new kernel of s has written chunks of w. What it wrote after earlier ones
// is its own; where nothing orders the two, nobody can say for whom to wait.
// Returns what s itself wrote in parts that are told by the new one alone now.
static uint64_t parts_give_way(Runtime *r, Watch *w, const SimStream *s,
                               uint64_t inner) {
    for (int i = w->nparts; i-- > 0;) {
        Part *p = &w->parts[i];
        if (is_after_part(r, s, p))
            p->closed &= ~inner;
        else
            w->mixed |= p->wrote & w->dirty;
    }
    uint64_t wrote = 0;
    for (int i = w->nparts; i-- > 0;) {
        Part *p = &w->parts[i];
        p->closed &= ~w->mixed;
        if (p->stream != s->id || (p->closed && w->nparts < PARTS)) continue;
        wrote |= p->wrote;
        part_drop(w, i);
    }
    return wrote;
}

static void watch_settle(Runtime *r, Watch *w, const SimStream *s) {
    uint64_t inner = inner_chunks(w);
    open_all(w);
    uint64_t wrote = parts_give_way(r, w, s, inner) | w->dirty;
    if (wrote && w->nparts == PARTS) w->mixed |= wrote;
    if (wrote && w->nparts < PARTS)
        w->parts[w->nparts++] =
            (Part){.until = job_hold(s->last),
                   .queued_at = host_place(r->thread->caller),
                   .stream = s->id,
                   .piece = r->pieces ? piece_newest(r) + 2 : 0,
                   .wrote = wrote,
                   .closed = inner & ~w->mixed};
    if (!w->nparts) return;
    w->state = WATCH_WRITTEN;
    close_pages(w);
}

void host_watch_kernel_done(Runtime *r, const SimStream *s) {
    running = false;
    for (int i = 0; i < nwatches; i++)
        if (watches[i].state == WATCH_RUNNING) watch_settle(r, &watches[i], s);
}

// ---- copies

// This copy has used the bytes after an earlier one: it is what the host waits
// for now. But bytes that were written stay so where a later copy only reads.
static bool takes_over(const Watch *w, bool wrote) {
    return w->lent && (wrote || w->state == WATCH_READ);
}

void host_watch_copy(Runtime *r, const void *p, size_t n, bool wrote,
                     Job *job) {
    uint64_t at = (uint64_t)(uintptr_t)p;
    const Alloc *a = mem_find(r->mem, at);
    if (!a || a->kind != ALLOC_PINNED || !mem_in_arena(r->mem, at)) return;
    uint64_t lo = up(at);
    uint64_t hi =
        at + n == a->hi ? a->hi : (at + n) / page_size() * page_size();
    Watch *w = lo < hi ? watch_find(lo) : NULL;
    if (lo >= hi || (w && !takes_over(w, wrote))) return;
    if (w) open_all(w);
    w = watch_take();
    if (!w) return;
    uint8_t *before = w->before;
    *w = (Watch){.lo = lo,
                 .hi = hi,
                 .parts = {{.until = job_hold(job),
                            .queued_at = host_place(r->thread->caller)}},
                 .nparts = 1,
                 .made_at = a->made_at,
                 .by_copy = true,
                 .before = before};
    w->state = wrote ? WATCH_WRITTEN : WATCH_READ;
    close_pages(w);
}

void host_watch_pass(Runtime *r) {
    int used = 0;
    for (int i = 0; i < nwatches; i++) {
        Watch *w = &watches[i];
        if (w->state >= WATCH_WRITTEN) watch_pass(r, w);
        if (w->state) used = i + 1;
    }
    nwatches = used;
}

void host_watch_leave(Runtime *r) {
    for (int i = 0; i < nwatches; i++) {
        Watch *w = &watches[i];
        if (!w->lent || w->state < WATCH_WRITTEN) continue;
        w->lent = false;
        watch_pass(r, w);
        if (w->state) close_pages(w);
    }
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

static void note(const Watch *w, const Part *p, const HostAccess *at) {
    int i = ntouches;
    if (i >= TOUCHES) return;
    touches[i] = (Touch){at->address, at->pc,     w->made_at, p->queued_at,
                         at->writes,  w->by_copy, false};
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
    // The library's own copies and kernels come in their order, and it looks at
    // what they wrote.
    if (running || runtime_thread()->depth) {
        protect(w->lo, w->hi, PROT_READ | PROT_WRITE);
        if (!w->by_copy) host_fresh_close(w->lo, up(w->hi));
        w->lent = true;
        return true;
    }
    const Part *p = part_at(w, address);
    if (!p) return was_opened(address);
    Watch was = *w;
    open_all(w);
    if (at->atomic && !was.by_copy) return true;
    if (!is_unchanged(&was, address)) note(&was, p, at);
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
