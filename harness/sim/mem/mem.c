// Device memory: one reserved arena, one sorted table of all allocations.
//
//     the arena: addresses                                bytes
//   | device ->                          <- host too | of device memory ->
//   |alloc|zone|alloc|zone|  never yet   |alloc|zone|  |bytes|    |bytes|    |
//   base                  fresh         top        end                  + size
//                         `--------- shift ------------------------'
//
// If host code is to be kept from the bytes (mem_guard), they lie elsewhere.
// Device memory grows up from the base, host memory down from the end. The
// table says what is valid for kernels: small allocations share pages. For host
// code page protection does: nothing below top is ever accessible, the host's
// own memory is while it lives. Freed allocations stay in the table, so that an
// access to one can be named, until the arena runs out of fresh addresses; then
// the one freed first that is large enough is used again.
#include "sim/mem/reserve.h"

#include "base/vec.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    ALIGN = 256,
    RED_ZONE = 256,
    POISON = 0xCD,
    MEM_DEVICES = 8,
};
#define ARENA_MOST  (1ull << MEM_ARENA_BITS)
#define ARENA_LEAST (64ull << 20)
// Filling costs about 0.3 ms per MiB, most of it page faults. Beyond this an
// allocation starts as zero pages: reads of memory nobody wrote are then not
// visible as 0xCD, but a cudaMalloc of gigabytes stays instant.
#define POISON_MOST (64ull << 20)

struct Mem {
    uint64_t base, end;  // of the arena
    uint64_t fresh, top; // [fresh, top) was never handed out
    uint64_t shift;      // from a device address to its bytes
    uint64_t apart;      // begin of the bytes, if that is a place of its own
    uint64_t limit, used[MEM_DEVICES];
    uint64_t own, own_most; // bytes of the program's, now and at the most
    uint64_t own_atomics;   // on those, of mem_note_atomics
    bool lends;             // of mem_lend
    int borrowed;           // live allocations that are
    unsigned device;        // of mem_owner
    uint64_t place;
    uint64_t epoch, serial;
    uint64_t page;
    Shadow *shadow; // and who tells it what happens; or NULL, both
    const MemWatch *watch;
    struct AllocTable { // by lo; entries never overlap
        Alloc **at;
        int n, cap;
    } table;
    struct AllocTable stale; // no longer in the table, but pointed at by caches
};

static uint64_t mem_round_up(uint64_t v, uint64_t to) {
    return (v + to - 1) / to * to;
}

// Of mem_guard.
static struct {
    bool on;
    int key;
} guarded;

void mem_guard(int key) {
    guarded.on = true;
    guarded.key = key;
}

static bool kept_apart;

void mem_keep_apart(bool on) {
    kept_apart = on;
}

bool mem_is_apart(void) {
    return kept_apart;
}

static void unmap(uint64_t from, uint64_t to) {
    if (to > from) munmap((void *)(uintptr_t)from, to - from);
}

// Twice that many addresses, beginning at a multiple of them; 0: there are
// none. Caches and DRAM pick sets and banks by bits of an address: where the
// arena begins then changes none of their conflicts, and the next run counts
// the same.
static uint64_t arena_reserve(uint64_t size) {
    void *p = mmap(NULL, 3 * size, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return 0;
    uint64_t at = (uint64_t)(uintptr_t)p, base = mem_round_up(at, size);
    unmap(at, base);
    unmap(base + 2 * size, at + 3 * size);
    return base;
}

// The bytes go to a place that nothing tells, and only code that has opened
// the key reaches them. Without room for them there they stay where they are.
static void bytes_hide(Mem *m, uint64_t size) {
    enum { TRIES = 16, ADDRESS_BITS = 46 };
    for (int i = 0; i < TRIES && !m->apart; i++) {
        uint64_t at = 0;
        if (getrandom(&at, sizeof at, GRND_NONBLOCK) != sizeof at) return;
        at = at % (1ull << ADDRESS_BITS) / m->page * m->page;
        void *p = mmap((void *)(uintptr_t)at, size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == (void *)(uintptr_t)at)
            m->apart = at;
        else if (p != MAP_FAILED)
            munmap(p, size);
    }
    if (!m->apart) return;
    unmap(m->end, m->end + size);
    m->shift = m->apart - m->base;
}

static void bytes_lock(const Mem *m, uint64_t size) {
#ifdef SYS_pkey_mprotect
    if (guarded.key > 0)
        syscall(SYS_pkey_mprotect, m->base + m->shift, size, PROT_NONE,
                guarded.key);
#else
    (void)m, (void)size;
#endif
}

Mem *mem_open(uint64_t limit_bytes) {
    for (uint64_t size = ARENA_MOST; size >= ARENA_LEAST; size /= 2) {
        uint64_t base = arena_reserve(size);
        if (!base) continue;
        Mem *m = heap_new(1, sizeof *m);
        m->base = base;
        m->end = m->base + size;
        m->page = (uint64_t)sysconf(_SC_PAGESIZE);
        m->fresh = m->base + m->page; // a red zone before the first
        m->top = m->end; // behind it are no bytes of that first page
        m->shift = size;
        m->limit = limit_bytes;
        if (guarded.on) {
            bytes_hide(m, size);
            bytes_lock(m, size);
        }
        return m;
    }
    return NULL;
}

void mem_lend(Mem *m, bool on) {
    m->lends = on;
}

// Bytes come or go that the program has allocated.
static void own_more(Mem *m, uint64_t size) {
    m->own += size;
    m->own_most = max_of(m->own_most, m->own);
}

uint64_t mem_own_most(Mem *m) {
    uint64_t most = m->own_most;
    m->own_most = m->own;
    return most;
}

void mem_owner(Mem *m, unsigned device, uint64_t place) {
    m->device = device % MEM_DEVICES;
    m->place = place;
}

static void table_free(struct AllocTable *t) {
    for (int i = 0; i < t->n; i++)
        heap_free(t->at[i]);
    vec_free(t);
}

void mem_close(Mem *m) {
    if (!m) return;
    if (m->watch) m->watch->close(m->shadow);
    uint64_t bytes = m->base + m->shift;
    unmap(m->base, m->end);
    unmap(bytes, bytes + (m->end - m->base));
    table_free(&m->table);
    table_free(&m->stale);
    heap_free(m);
}

// The index of the first entry that begins after address.
static int table_after(const Mem *m, uint64_t address) {
    int lo = 0, hi = m->table.n;

    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        if (m->table.at[mid]->lo <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static Alloc *table_add(Mem *m, Alloc a) {
    Alloc *entry = heap_new(1, sizeof *entry);
    int i = table_after(m, a.lo);

    *entry = a;
    vec_push(&m->table, NULL);
    memmove(m->table.at + i + 1, m->table.at + i,
            (size_t)(m->table.n - 1 - i) * sizeof *m->table.at);
    m->table.at[i] = entry;
    m->epoch++;
    return entry;
}

// Takes entry i out. Inline caches may still point at it: it becomes empty, so
// that it holds no address, and is kept until the end.
static void table_drop(Mem *m, int i) {
    Alloc *entry = m->table.at[i];

    memmove(m->table.at + i, m->table.at + i + 1,
            (size_t)(m->table.n - 1 - i) * sizeof *m->table.at);
    m->table.n--;
    entry->hi = entry->lo;
    vec_push(&m->stale, entry);
    m->epoch++;
}

// The index of the entry that begins at p, or -1.
static int table_at(const Mem *m, uint64_t p) {
    int i = table_after(m, p) - 1;
    return i >= 0 && m->table.at[i]->lo == p ? i : -1;
}

// The name of what mem_back makes, also when it is freed: its addresses are the
// program's.
static const char backed[] = "memory of cuMemMap";

// The freed entries [i, i + n) lie next to each other.
typedef struct Run {
    int i, n;
} Run;

// The allocation freed first that has room for size; if there is none, a run of
// neighbours that has. n is 0 if there is neither.
static Run freed_room(const Mem *m, uint64_t size, bool device_only) {
    Run best = {0, 0}, run = {0, 0};
    uint64_t oldest = UINT64_MAX;

    for (int i = 0; i < m->table.n; i++) {
        const Alloc *a = m->table.at[i];
        if (a->kind != ALLOC_FREED || a->name == backed ||
            !mem_in_arena(m, a->lo) ||
            mem_is_device_only(m, a->lo) != device_only) {
            run.n = 0;
            continue;
        }
        run = run.n ? (Run){run.i, run.n + 1} : (Run){i, 1};
        if (a->hi - a->lo >= size && a->serial < oldest) {
            oldest = a->serial;
            best = (Run){i, 1};
        }
        if (!best.n && a->hi - m->table.at[run.i]->lo >= size) best = run;
    }
    return best;
}

// Returns size bytes of address space, or 0.
static uint64_t take_addresses(Mem *m, uint64_t size, bool device_only) {
    uint64_t span = mem_round_up(size, ALIGN) + RED_ZONE;

    // Host memory shares no page: it can be taken away when it is freed.
    if (!device_only) span = mem_round_up(span, m->page);
    if (span <= m->top - m->fresh) {
        uint64_t p = device_only ? m->fresh : m->top - span;
        if (device_only)
            m->fresh += span;
        else
            m->top = p;
        return p;
    }
    Run run = freed_room(m, size, device_only);
    if (!run.n) return 0;
    uint64_t p = m->table.at[run.i]->lo;
    Alloc rest = *m->table.at[run.i + run.n - 1];
    for (int k = 0; k < run.n; k++)
        table_drop(m, run.i);
    rest.lo = p + span;
    if (rest.lo + ALIGN <= rest.hi) table_add(m, rest);
    return p;
}

// Both take addresses of bytes, not of allocations.
static bool pages_open(const Mem *m, uint64_t lo, uint64_t hi) {
    lo = lo / m->page * m->page;
    hi = mem_round_up(hi, m->page);
    return mprotect((void *)(uintptr_t)lo, hi - lo, PROT_READ | PROT_WRITE) ==
           0;
}

// Gives back the pages that lie wholly inside.
static void pages_drop(const Mem *m, uint64_t lo, uint64_t hi) {
    lo = mem_round_up(lo, m->page);
    hi = hi / m->page * m->page;
    if (lo >= hi) return;
    madvise((void *)(uintptr_t)lo, hi - lo, MADV_DONTNEED);
    mprotect((void *)(uintptr_t)lo, hi - lo, PROT_NONE);
}

static bool counts_as_used(AllocKind kind) {
    return kind != ALLOC_PINNED && kind != ALLOC_FREED;
}

static bool is_for_device_only(AllocKind kind) {
    return kind == ALLOC_DEVICE || kind == ALLOC_GLOBAL || kind == ALLOC_CONST;
}

uint64_t mem_alloc(Mem *m, uint64_t size, AllocKind kind, const char *name) {
    bool counts = counts_as_used(kind), device_only = is_for_device_only(kind);

    if (size == 0 || size > m->end - m->base) return 0;
    if (counts && size > m->limit - m->used[m->device]) return 0;
    uint64_t fresh = device_only ? m->fresh : m->top;
    uint64_t p = take_addresses(m, size, device_only);
    bool is_new = device_only ? p >= fresh : p < fresh;
    uint64_t shift = device_only ? m->shift : 0;
    if (!p || !pages_open(m, p + shift, p + shift + size)) return 0;
    // Managed memory begins as zeros on a GPU, and programs count on it.
    if (size <= POISON_MOST)
        memset((void *)(uintptr_t)(p + shift),
               kind == ALLOC_MANAGED ? 0 : POISON, size);
    if (counts) m->used[m->device] += size;
    if (!m->lends) own_more(m, size);
    if (m->watch) m->watch->allocated(m->shadow, p, p + size, is_new);
    // Memory that the host may write too, or that the module initialises, is
    // never new.
    if (kind != ALLOC_DEVICE) mem_wrote(m, p, size);
    table_add(m, (Alloc){.lo = p,
                         .hi = p + size,
                         .kind = kind,
                         .name = name,
                         .serial = ++m->serial,
                         .shift = shift,
                         .device = m->device,
                         .lent = m->lends,
                         .made_at = m->place});
    return p;
}

bool mem_release(Mem *m, uint64_t p) {
    int i = table_at(m, p);

    if (i < 0 || m->table.at[i]->kind == ALLOC_FREED || !mem_in_arena(m, p) ||
        mem_is_backed(m->table.at[i]))
        return false;
    Alloc was = *m->table.at[i];
    if (counts_as_used(was.kind)) m->used[was.device] -= was.hi - was.lo;
    if (!was.lent && !was.borrowed) m->own -= was.hi - was.lo;
    table_drop(m, i);
    uint64_t end =
        was.shift ? was.hi + was.shift : mem_round_up(was.hi, m->page);
    if (was.borrowed)
        m->borrowed--;
    else
        pages_drop(m, was.lo + was.shift, end);
    was.kind = ALLOC_FREED;
    was.borrowed = was.lent = false;
    was.name = NULL;
    was.freed_at = m->place;
    was.serial = ++m->serial; // the order of freeing, for reuse
    table_add(m, was);
    return true;
}

bool mem_revive(Mem *m, uint64_t p, uint64_t size) {
    int i = table_at(m, p);
    Alloc *a = i < 0 ? NULL : m->table.at[i];
    if (!a || a->kind != ALLOC_FREED || !a->shift || a->hi - a->lo != size ||
        size > m->limit - m->used[a->device] ||
        !pages_open(m, p + a->shift, p + a->shift + size))
        return false;
    if (size <= POISON_MOST)
        memset((void *)(uintptr_t)(p + a->shift), POISON, size);
    m->used[a->device] += size;
    own_more(m, size);
    a->kind = ALLOC_DEVICE;
    a->freed_at = 0;
    a->serial = ++m->serial;
    if (m->watch) m->watch->allocated(m->shadow, p, p + size, false);
    return true;
}

void mem_rest(Mem *m, uint64_t p, bool idle) {
    int i = table_at(m, p);
    if (i < 0 || m->table.at[i]->kind == ALLOC_FREED) return;
    Alloc *a = m->table.at[i];
    a->idle = idle;
    mem_forgot(m, a->lo, a->hi - a->lo);
}

uint64_t mem_adopt(Mem *m, void *p, uint64_t size) {
    if (size == 0 || size > m->limit - m->used[m->device]) return 0;
    uint64_t fresh = m->fresh, lo = take_addresses(m, size, true);
    if (!lo) return 0;
    m->used[m->device] += size;
    m->borrowed++;
    if (m->watch) m->watch->allocated(m->shadow, lo, lo + size, lo >= fresh);
    mem_wrote(m, lo, size);
    table_add(m, (Alloc){.lo = lo,
                         .hi = lo + size,
                         .kind = ALLOC_DEVICE,
                         .serial = ++m->serial,
                         .shift = (uint64_t)(uintptr_t)p - lo,
                         .device = m->device,
                         .borrowed = true});
    return lo;
}

// ---- addresses apart from memory

bool mem_is_backed(const Alloc *a) {
    return a->name == backed && a->kind != ALLOC_FREED;
}

uint64_t mem_reserve(Mem *m, uint64_t size, uint64_t align) {
    if (!size || size > m->end - m->base || align > m->end - m->base) return 0;
    uint64_t room = size + max_of(align, (uint64_t)ALIGN);
    uint64_t p = take_addresses(m, room, true);
    return p ? mem_round_up(p, max_of(align, (uint64_t)ALIGN)) : 0;
}

// The entries with addresses in [lo, hi) are freed ones, which give way.
static void drop_freed(Mem *m, uint64_t lo, uint64_t hi) {
    int i = max_of(table_after(m, lo) - 1, 0);
    while (i < m->table.n && m->table.at[i]->lo < hi)
        if (m->table.at[i]->hi > lo)
            table_drop(m, i);
        else
            i++;
}

// Takes the neighbour at index i, if it is one, into the allocation.
static void join(Mem *m, int i, Alloc *with) {
    if (i < 0 || i >= m->table.n) return;
    const Alloc *a = m->table.at[i];
    bool touches = a->hi == with->lo || a->lo == with->hi;
    if (!mem_is_backed(a) || a->device != with->device || !touches) return;
    with->lo = min_of(with->lo, a->lo);
    with->hi = max_of(with->hi, a->hi);
    table_drop(m, i);
}

bool mem_back(Mem *m, uint64_t p, uint64_t size) {
    if (size > m->limit - m->used[m->device]) return false;
    if (!pages_open(m, p + m->shift, p + m->shift + size)) return false;
    if (size <= POISON_MOST)
        memset((void *)(uintptr_t)(p + m->shift), POISON, size);
    m->used[m->device] += size;
    own_more(m, size);
    drop_freed(m, p, p + size);
    if (m->watch) m->watch->allocated(m->shadow, p, p + size, false);
    Alloc a = {.lo = p,
               .hi = p + size,
               .kind = ALLOC_DEVICE,
               .name = backed,
               .serial = ++m->serial,
               .shift = m->shift,
               .device = m->device,
               .made_at = m->place};
    int after = table_after(m, p);
    join(m, after, &a);
    join(m, after - 1, &a);
    table_add(m, a);
    return true;
}

// Puts the part [lo, hi) of a back, if there is any.
static void put_back(Mem *m, Alloc a, uint64_t lo, uint64_t hi) {
    if (lo >= hi) return;
    a.lo = lo;
    a.hi = hi;
    table_add(m, a);
}

void mem_unback(Mem *m, uint64_t p, uint64_t size) {
    int i = table_after(m, p) - 1;
    if (i < 0 || !mem_is_backed(m->table.at[i])) return;
    Alloc was = *m->table.at[i], freed = was;
    m->used[was.device] -= size;
    m->own -= size;
    table_drop(m, i);
    pages_drop(m, p + m->shift, p + size + m->shift);
    put_back(m, was, was.lo, p);
    put_back(m, was, p + size, was.hi);
    freed.kind = ALLOC_FREED;
    freed.freed_at = m->place;
    put_back(m, freed, p, p + size);
}

void mem_name(Mem *m, uint64_t p, const char *name) {
    int i = table_at(m, p);
    if (i >= 0 && m->table.at[i]->kind != ALLOC_FREED)
        m->table.at[i]->name = name;
}

bool mem_register(Mem *m, void *p, uint64_t size) {
    uint64_t lo = (uint64_t)(uintptr_t)p, hi = lo + size;
    int i = table_after(m, lo);

    if (size == 0 || hi < lo || mem_in_arena(m, lo)) return false;
    if (i > 0 && m->table.at[i - 1]->hi > lo) return false;
    if (i < m->table.n && m->table.at[i]->lo < hi) return false;
    table_add(m, (Alloc){.lo = lo,
                         .hi = hi,
                         .kind = ALLOC_PINNED,
                         .serial = ++m->serial,
                         .device = m->device,
                         .lent = m->lends,
                         .made_at = m->place});
    if (!m->lends) own_more(m, size);
    return true;
}

bool mem_unregister(Mem *m, void *p) {
    uint64_t lo = (uint64_t)(uintptr_t)p;
    int i = table_at(m, lo);

    if (i < 0 || mem_in_arena(m, lo)) return false;
    const Alloc *a = m->table.at[i];
    if (!a->lent) m->own -= a->hi - a->lo;
    table_drop(m, i);
    return true;
}

const Alloc *mem_find(const Mem *m, uint64_t address) {
    int i = table_after(m, address) - 1;

    if (i < 0) return NULL;
    const Alloc *a = m->table.at[i];
    return address < a->hi && a->kind != ALLOC_FREED ? a : NULL;
}

void mem_note_atomics(Mem *m, const uint64_t *at, uint32_t lanes) {
    const Alloc *a = NULL;
    uint64_t n = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint64_t p = at[__builtin_ctz(left)];
        if (!a || p < a->lo || p >= a->hi) a = mem_find(m, p);
        n += a && !a->lent && !a->borrowed;
    }
    if (n) __atomic_fetch_add(&m->own_atomics, n, __ATOMIC_RELAXED);
}

uint64_t mem_own_atomics(Mem *m) {
    return __atomic_exchange_n(&m->own_atomics, 0, __ATOMIC_RELAXED);
}

const Alloc *mem_nearest(const Mem *m, uint64_t address) {
    int i = table_after(m, address);
    const Alloc *before = i > 0 ? m->table.at[i - 1] : NULL;
    const Alloc *after = i < m->table.n ? m->table.at[i] : NULL;

    if (!before || !after) return before ? before : after;
    if (address < before->hi) return before;
    // A run past the end is far commoner than one before the beginning.
    return address - before->hi <= after->lo - address ? before : after;
}

const Alloc *mem_below(const Mem *m, uint64_t address) {
    for (int i = table_after(m, address) - 1; i >= 0; i--)
        if (m->table.at[i]->kind != ALLOC_FREED)
            return m->table.at[i]->hi <= address ? m->table.at[i] : NULL;
    return NULL;
}

bool mem_in_arena(const Mem *m, uint64_t address) {
    return address >= m->base && address < m->end;
}

bool mem_is_device_only(const Mem *m, uint64_t address) {
    return address >= m->base && address < m->top;
}

uint64_t mem_of_bytes(const Mem *m, uint64_t place) {
    uint64_t address = place - m->shift;
    return mem_is_device_only(m, address) ? address : 0;
}

void *mem_bytes(const Mem *m, uint64_t address) {
    uint64_t shift = mem_is_device_only(m, address) ? m->shift : 0;
    const Alloc *a = m->borrowed ? mem_find(m, address) : NULL;
    if (a && a->borrowed) shift = a->shift;
    return (void *)(uintptr_t)(address + shift);
}

uint64_t mem_used(const Mem *m) {
    return m->used[m->device];
}
void mem_each(const Mem *m, void (*fn)(void *ctx, const Alloc *a), void *ctx) {
    for (int i = 0; i < m->table.n; i++)
        if (m->table.at[i]->kind != ALLOC_FREED) fn(ctx, m->table.at[i]);
}

uint64_t mem_serial(const Mem *m) {
    return m->serial;
}

uint64_t mem_epoch(const Mem *m) {
    return m->epoch;
}

// ---- the shadow

void mem_watch(Mem *m, Shadow *s, const MemWatch *by) {
    m->shadow = s;
    m->watch = by;
}
void mem_range(const Mem *m, uint64_t *base, uint64_t *size) {
    *base = m->base;
    *size = m->end - m->base;
}
Shadow *mem_shadow(const Mem *m) {
    return m->shadow;
}
void mem_wrote(Mem *m, uint64_t p, uint64_t n) {
    if (m->watch) m->watch->wrote(m->shadow, p, n);
}
void mem_copied(Mem *m, uint64_t to, uint64_t from, uint64_t n) {
    if (m->watch) m->watch->copied(m->shadow, to, from, n);
}
void mem_forgot(Mem *m, uint64_t p, uint64_t n) {
    if (m->watch) m->watch->forgot(m->shadow, p, n);
}
