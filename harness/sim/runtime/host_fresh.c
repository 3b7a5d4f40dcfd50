#include "sim/runtime/host_fresh.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FRESH = 256, FRESH_PIECES = 64 };

typedef struct Fresh {
    uint64_t lo, hi; // whole pages
    uint64_t piece;  // bytes
    uint64_t made_at;
    volatile uint64_t closed; // pieces
} Fresh;

// Read in a signal handler: a plain array. Those in use lie below nfresh.
static Fresh fresh[FRESH];
static volatile int nfresh;
static bool started;

void host_fresh_start(void) {
    started = true;
}

static uint64_t page_size(void) {
    static uint64_t size;
    if (!size) size = (uint64_t)sysconf(_SC_PAGESIZE);
    return size;
}

static uint64_t whole_pages(uint64_t v) {
    return (v + page_size() - 1) / page_size() * page_size();
}

static uint64_t piece_end(const Fresh *f, unsigned i) {
    uint64_t end = f->lo + (i + 1) * f->piece;
    return end < f->hi ? end : f->hi;
}

static void piece_protect(const Fresh *f, unsigned i, int prot) {
    uint64_t lo = f->lo + i * f->piece;
    mprotect((void *)(uintptr_t)lo, piece_end(f, i) - lo, prot);
}

void host_fresh_add(uint64_t p, uint64_t size, uint64_t made_at) {
    int i = 0;
    if (!started || !size || p % page_size()) return;
    while (i < FRESH && fresh[i].closed)
        i++;
    if (i == FRESH) return;
    uint64_t piece = whole_pages((size + FRESH_PIECES - 1) / FRESH_PIECES);
    unsigned n = (unsigned)((whole_pages(size) + piece - 1) / piece);
    fresh[i] = (Fresh){.lo = p,
                       .hi = p + whole_pages(size),
                       .piece = piece,
                       .made_at = made_at,
                       .closed = n == 64 ? UINT64_MAX : (1ull << n) - 1};
    if (i >= nfresh) nfresh = i + 1;
    mprotect((void *)(uintptr_t)p, whole_pages(size), PROT_NONE);
}

static Fresh *fresh_find(uint64_t address) {
    for (int i = 0; i < nfresh; i++)
        if (fresh[i].closed &&
            address - fresh[i].lo < fresh[i].hi - fresh[i].lo)
            return &fresh[i];
    return NULL;
}

void host_fresh_drop(uint64_t p) {
    Fresh *f = fresh_find(p);
    if (!f) return;
    mprotect((void *)(uintptr_t)f->lo, f->hi - f->lo, PROT_READ | PROT_WRITE);
    f->closed = 0;
}

FreshTouch host_fresh_touch(uint64_t address, bool reads, uint64_t *made_at) {
    Fresh *f = fresh_find(address);
    if (!f) return FRESH_NOT;
    unsigned i = (unsigned)((address - f->lo) / f->piece);
    if (!(f->closed >> i & 1)) return FRESH_NOT;
    if (reads) {
        *made_at = f->made_at;
        for (unsigned k = 0; k < FRESH_PIECES; k++)
            if (f->closed >> k & 1) piece_protect(f, k, PROT_READ | PROT_WRITE);
        f->closed = 0;
        return FRESH_READ;
    }
    piece_protect(f, i, PROT_READ | PROT_WRITE);
    __atomic_fetch_and(&f->closed, ~(1ull << i), __ATOMIC_RELAXED);
    return FRESH_OPENED;
}

bool host_fresh_any(void) {
    return nfresh > 0;
}

void host_fresh_close(uint64_t lo, uint64_t hi) {
    for (int i = 0; i < nfresh; i++) {
        const Fresh *f = &fresh[i];
        if (!f->closed || f->lo >= hi || f->hi <= lo) continue;
        for (unsigned k = 0; k < FRESH_PIECES; k++)
            if (f->closed >> k & 1) piece_protect(f, k, PROT_NONE);
    }
}
