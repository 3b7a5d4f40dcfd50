#include "sim/runtime/managed.h"

#include "sim/check/shadow.h"
#include "sim/runtime/clock.h"
#include "sim/runtime/piece.h"
#include "sim/time/spends.h"

#include "base/heap.h"

enum { PAGE = 64 << 10 };

static const double FAULT_US = 20;      // a kernel's first wait
static const double TO_DEVICE_US = 8.4; // each page that it waits for
static const double TO_HOST_US = 11.7;  // each page that the host waits for
static const double PREFETCH_GBS = 50.4, BACK_GBS = 18.3;

// Places are bits: bit 0 the host, bit i + 1 device i.
typedef struct Page {
    uint16_t lies; // where it is; 0: nowhere yet
    uint16_t accessed_by;
    bool read_mostly;
    int8_t prefers, prefetched;
} Page;

typedef struct Managed {
    uint64_t lo, serial; // of the allocation
    uint64_t npages;
    Page *pages;
    struct Managed *next;
} Managed;

// The pages of some bytes.
typedef struct Pages {
    Page *at, *end;
} Pages;

static Managed *all;
static bool counts; // the program has asked for it
static uint64_t migrated;

static uint16_t place_bit(int place) {
    return (uint16_t)(1u << (place + 1));
}

static void managed_count(Runtime *r) {
    counts = true;
    pieces_start(r);
}

static Managed *managed_of(const Alloc *a) {
    Managed *m = all;
    while (m && m->lo != a->lo)
        m = m->next;
    if (m && m->serial == a->serial) return m;
    if (!m) {
        m = heap_new(1, sizeof *m);
        m->next = all;
        all = m;
    }
    heap_free(m->pages);
    m->lo = a->lo;
    m->serial = a->serial;
    m->npages = (a->hi - a->lo + PAGE - 1) / PAGE;
    m->pages = heap_new(m->npages, sizeof *m->pages);
    for (uint64_t i = 0; i < m->npages; i++)
        m->pages[i] = (Page){.prefers = PLACE_NONE, .prefetched = PLACE_NONE};
    return m;
}

// False: they are not of one managed allocation.
static bool pages_find(Runtime *r, uint64_t p, uint64_t n, Pages *out) {
    const Alloc *a = mem_find(r->mem, p);
    if (!a || a->kind != ALLOC_MANAGED || !n || n > a->hi - p) return false;
    Managed *m = managed_of(a);
    out->at = m->pages + (p - a->lo) / PAGE;
    out->end = m->pages + (p - a->lo + n + PAGE - 1) / PAGE;
    return true;
}

// ---- moving

// Somebody at place uses the page. True: it has to come first.
static bool page_use(Page *b, int place, bool writes) {
    uint16_t here = place_bit(place);
    bool moves = b->lies && !(b->lies & here);
    if (b->read_mostly && !writes)
        b->lies |= here;
    else
        b->lies = here;
    return moves;
}

// A device uses it where it lies.
static bool is_mapped(const Page *b, int device) {
    uint16_t here = place_bit(device);
    if (!b->lies || (b->lies & here)) return false;
    return (b->accessed_by & here) ||
           (b->prefers != PLACE_NONE && (b->lies & place_bit(b->prefers)) &&
            b->prefers != device);
}

typedef struct Waits {
    Runtime *r;
    uint64_t moved; // pages
    double far;     // bytes that are used where they lie
} Waits;

static void kernel_used(void *ctx, SimUse k, uint64_t lo, uint64_t hi) {
    Waits *w = ctx;
    Pages of;
    int device = w->r->dev->ordinal;
    if (!pages_find(w->r, lo, hi - lo, &of)) return;
    for (Page *b = of.at; b < of.end; b++)
        if (is_mapped(b, device))
            w->far += (double)(hi - lo) / (double)(of.end - of.at);
        else
            w->moved += page_use(b, device, k != SIM_USE_READ);
}

double managed_kernel(Runtime *r) {
    Waits w = {.r = r};
    if (!counts) return 0;
    shadow_touched(mem_shadow(r->mem), kernel_used, &w);
    migrated += w.moved;
    return (w.moved ? FAULT_US : 0) + (double)w.moved * TO_DEVICE_US +
           w.far / PREFETCH_GBS / 1e3;
}

void sim_host_used(const void *p, size_t n, bool writes) {
    Pages of;
    uint64_t moved = 0;
    Runtime *r = runtime_enter();
    if (!r) return;
    managed_count(r);
    if (pages_find(r, (uint64_t)(uintptr_t)p, n, &of))
        for (Page *b = of.at; b < of.end; b++)
            if (b->prefers < 0 || !(b->accessed_by & 1) ||
                !(b->lies & place_bit(b->prefers)))
                moved += page_use(b, PLACE_HOST, writes);
    migrated += moved;
    clock_spend(r, (double)moved * TO_HOST_US);
    runtime_leave_alive(r, cudaSuccess);
}

uint64_t sim_migrated(void) {
    return migrated;
}

bool managed_prefetch(Runtime *r, const void *p, size_t n, int place,
                      SimStream *s) {
    Pages of;
    double bytes = 0;
    if (place < PLACE_HOST || place >= r->ndevices ||
        !pages_find(r, (uint64_t)(uintptr_t)p, n, &of))
        return false;
    managed_count(r);
    for (Page *b = of.at; b < of.end; b++) {
        bytes += page_use(b, place, false) ? PAGE : 0;
        b->prefetched = (int8_t)place;
    }
    Job job = {.engine = place < 0 ? ENGINE_COPY_OUT : ENGINE_COPY_IN,
               .what = place < 0 ? SIM_SPAN_COPY_OUT : SIM_SPAN_COPY_IN,
               .us = bytes / (place < 0 ? BACK_GBS : PREFETCH_GBS) / 1e3,
               .bytes = bytes};
    clock_spend(r, spend_us(SPEND_COPY));
    if (bytes > 0) stream_add(r, s, &job);
    return true;
}

// ---- what is said of them

static void advise(Page *b, ManagedAdvice advice, int place) {
    switch (advice) {
    case ADVICE_READ_MOSTLY: b->read_mostly = true; return;
    case ADVICE_NOT_READ_MOSTLY:
        b->read_mostly = false;
        b->lies &= (uint16_t)-b->lies; // one of the copies
        return;
    case ADVICE_PREFERS: b->prefers = (int8_t)place; return;
    case ADVICE_PREFERS_NONE: b->prefers = PLACE_NONE; return;
    case ADVICE_ACCESSED_BY: b->accessed_by |= place_bit(place); return;
    case ADVICE_NOT_ACCESSED_BY:
        b->accessed_by &= (uint16_t)~place_bit(place);
        return;
    }
}

bool managed_advise(Runtime *r, const void *p, size_t n, int advice,
                    int place) {
    Pages of;
    bool takes_place =
        advice >= ADVICE_PREFERS && advice != ADVICE_PREFERS_NONE;
    if (advice < ADVICE_READ_MOSTLY || advice > ADVICE_NOT_ACCESSED_BY ||
        (takes_place && (place < PLACE_HOST || place >= r->ndevices)) ||
        !pages_find(r, (uint64_t)(uintptr_t)p, n, &of))
        return false;
    managed_count(r);
    for (Page *b = of.at; b < of.end; b++)
        advise(b, (ManagedAdvice)advice, place);
    return true;
}

bool managed_facts(Runtime *r, const void *p, size_t n, ManagedFacts *out) {
    Pages of;
    if (!pages_find(r, (uint64_t)(uintptr_t)p, n, &of)) return false;
    *out = (ManagedFacts){of.at->read_mostly, of.at->prefers, of.at->prefetched,
                          of.at->accessed_by};
    for (const Page *b = of.at; b < of.end; b++) {
        out->read_mostly &= b->read_mostly;
        out->accessed_by &= b->accessed_by;
        if (b->prefers != out->prefers) out->prefers = PLACE_NONE;
        if (b->prefetched != out->prefetched) out->prefetched = PLACE_NONE;
    }
    return true;
}
