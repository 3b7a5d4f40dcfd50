#include "sim/runtime/witness.h"
#include "sim/runtime/seal.h"

#include "base/heap.h"

#include <string.h>

enum {
    OUTPUTS = 16,
    LOOKS = 32,        // memory that a kernel may write, at a time
    WINDOW = 4,        // words
    SET_BITS = 26,     // of a set
    SAYS_LEAST = 1024, // words of an output that say anything
    PAGE = 4096,
};

// Host memory, as a device or the beginning of the call has left it.
typedef struct Output {
    uint64_t lo;
    size_t bytes;
    uint8_t *seen; // NULL: memory of a device, which the host cannot write
} Output;

// Memory that a kernel may write, as it was before.
typedef struct Look {
    uint64_t lo;
    size_t bytes;
    uint8_t *before;
} Look;

static union {
    struct {
        bool on;
        bool loose; // more was written than is looked at: nothing is the host's
        bool has_sent;
        Output out[OUTPUTS];
        int nout;
        Look look[LOOKS];
        int nlook;
        uint64_t *known, *sent;
    } state;
    char page[PAGE];
} witnessed __attribute__((aligned(PAGE)));
#define seen_by witnessed.state

void witness_seal(void) {
    seal_pages(&witnessed, sizeof witnessed);
}

// ---- sets of windows

static uint32_t word_at(const uint8_t *p, size_t i) {
    uint32_t v;
    memcpy(&v, p + 4 * i, sizeof v);
    return v;
}

// A window of one value says nothing.
static bool window_says(const uint8_t *p, size_t i) {
    uint32_t first = word_at(p, i);
    for (size_t k = 1; k < WINDOW; k++)
        if (word_at(p, i + k) != first) return true;
    return false;
}

static uint64_t window_hash(const uint8_t *p, size_t i) {
    uint64_t a, b;
    memcpy(&a, p + 4 * i, sizeof a);
    memcpy(&b, p + 4 * i + 8, sizeof b);
    a = (a ^ (b * 0x9E3779B97F4A7C15ull)) * 0xD6E8FEB86659FD93ull;
    return (a ^ a >> 32) * 0xD6E8FEB86659FD93ull;
}

static uint64_t *bit_of(uint64_t *set, uint64_t hash, int which,
                        uint64_t *mask) {
    uint64_t bit = (which ? hash >> 38 : hash) & ((1ull << SET_BITS) - 1);
    *mask = 1ull << bit % 64;
    return &set[bit / 64];
}

static void set_add(uint64_t *set, uint64_t hash) {
    for (int k = 0; k < 2; k++) {
        uint64_t mask, *at = bit_of(set, hash, k, &mask);
        *at |= mask;
    }
}

static bool set_has(uint64_t *set, uint64_t hash) {
    bool has = true;
    for (int k = 0; k < 2; k++) {
        uint64_t mask, *at = bit_of(set, hash, k, &mask);
        has &= (*at & mask) != 0;
    }
    return has;
}

static size_t windows_in(size_t bytes) {
    return bytes / 4 >= WINDOW ? bytes / 4 - WINDOW + 1 : 0;
}

static void know(const uint8_t *p, size_t bytes) {
    for (size_t i = 0; i < windows_in(bytes); i++)
        if (window_says(p, i)) set_add(seen_by.known, window_hash(p, i));
}

static void note_sent(const uint8_t *p, size_t bytes) {
    for (size_t i = 0; i < windows_in(bytes); i++) {
        if (!window_says(p, i)) continue;
        uint64_t hash = window_hash(p, i);
        if (set_has(seen_by.known, hash)) continue;
        set_add(seen_by.sent, hash);
        seen_by.has_sent = true;
    }
}

// ---- what happens in the call

static bool host_may_write(const Runtime *r, uint64_t p) {
    return !mem_is_device_only(r->mem, p);
}

static uint64_t address(const void *p) {
    return (uint64_t)(uintptr_t)p;
}

// A device has put the n bytes at `from` to the address `to`.
static void see(uint64_t to, const uint8_t *from, size_t n) {
    for (int i = 0; i < seen_by.nout; i++) {
        Output *o = &seen_by.out[i];
        uint64_t lo = max_of(o->lo, to), hi = min_of(o->lo + o->bytes, to + n);
        if (o->seen && lo < hi)
            memcpy(o->seen + (lo - o->lo), from + (lo - to), hi - lo);
    }
}

void witness_copied(Runtime *r, const void *to, const void *from, size_t n) {
    if (!seen_by.on) return;
    bool up = host_may_write(r, address(from));
    const uint8_t *bytes = mem_bytes(r->mem, address(up ? to : from));
    if (up && !host_may_write(r, address(to))) note_sent(bytes, n);
    if (up || !host_may_write(r, address(to))) return;
    know(bytes, n);
    see(address(to), bytes, n);
}

void witness_filled(Runtime *r, const void *to, size_t n) {
    if (!seen_by.on || !host_may_write(r, address(to))) return;
    see(address(to), mem_bytes(r->mem, address(to)), n);
}

static void look_before(uint64_t lo, size_t bytes) {
    for (int i = 0; i < seen_by.nlook; i++)
        if (seen_by.look[i].lo == lo) return;
    seen_by.loose |= seen_by.nlook == LOOKS;
    if (seen_by.nlook == LOOKS) return;
    Look *k = &seen_by.look[seen_by.nlook++];
    k->lo = lo;
    k->bytes = bytes / 4 * 4;
    k->before = heap_large(max_of(k->bytes, (size_t)1));
    memcpy(k->before, (const void *)(uintptr_t)lo, k->bytes);
}

// Reading managed memory opens pieces of it (host_fresh.h): it is done only
// where an output may come from there.
static void look_where(const Runtime *r, uint64_t p) {
    const Alloc *a = p ? mem_find(r->mem, p) : NULL;
    if (a && (a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED))
        look_before(a->lo, a->hi - a->lo);
}

// Is there an output that the host may write, and that is looked at?
static bool some_seen(void) {
    bool some = false;
    for (int i = 0; i < seen_by.nout; i++)
        some |= seen_by.out[i].seen && seen_by.out[i].bytes >= 4 * SAYS_LEAST;
    return some;
}

void witness_before(Runtime *r, const void *params, size_t bytes) {
    seen_by.nlook = 0;
    if (!seen_by.on || !some_seen()) return;
    for (size_t i = 0; params && i + 8 <= bytes; i += 8) {
        uint64_t p;
        memcpy(&p, (const char *)params + i, sizeof p);
        look_where(r, p);
    }
    for (int i = 0; !params && i < seen_by.nout; i++)
        if (seen_by.out[i].seen) look_where(r, seen_by.out[i].lo);
}

static bool has_changed(const Look *k, const uint8_t *now, size_t i) {
    return word_at(now, i) != word_at(k->before, i);
}

// Bytes [lo, hi) of what was looked at have changed.
static void changed(const Look *k, size_t lo, size_t hi) {
    const uint8_t *now = (const uint8_t *)(uintptr_t)k->lo;
    know(now + lo, hi - lo);
    see(k->lo + lo, now + lo, hi - lo);
}

void witness_after(Runtime *r) {
    (void)r;
    for (int l = 0; l < seen_by.nlook; l++) {
        Look *k = &seen_by.look[l];
        const uint8_t *now = (const uint8_t *)(uintptr_t)k->lo;
        size_t n = k->bytes / 4, from = 0;
        for (size_t i = 0; i <= n; i++) {
            if (i < n && has_changed(k, now, i)) continue;
            if (i > from) changed(k, 4 * from, 4 * i);
            from = i + 1;
        }
        heap_free(k->before);
    }
    seen_by.nlook = 0;
}

// ---- for the host (sim.h)

static void begin(void) {
    if (seen_by.on) return;
    seen_by.on = true;
    seen_by.known = heap_new(1ull << (SET_BITS - 6), sizeof *seen_by.known);
    seen_by.sent = heap_new(1ull << (SET_BITS - 6), sizeof *seen_by.sent);
}

void sim_witness(const void *p, size_t n, bool is_output) {
    Runtime *r = runtime_enter();
    if (!r) return;
    begin();
    const uint8_t *bytes = mem_bytes(r->mem, address(p));
    if (!is_output) {
        know(bytes, n);
    } else if (seen_by.nout < OUTPUTS) {
        Output *o = &seen_by.out[seen_by.nout++];
        *o = (Output){.lo = address(p), .bytes = n};
        if (host_may_write(r, o->lo)) {
            o->seen = heap_large(max_of(n, (size_t)1));
            memcpy(o->seen, bytes, n);
        }
    }
    runtime_leave_alive(r, cudaSuccess);
}

static bool in_known(const uint8_t *p, size_t i, size_t n) {
    size_t from = i >= WINDOW - 1 ? i - (WINDOW - 1) : 0;
    for (size_t w = from; w <= i && w + WINDOW <= n; w++)
        if (set_has(seen_by.known, window_hash(p, w))) return true;
    return false;
}

// Of an output: bytes that the host has made, or given.
static double host_made(const Output *o, const uint8_t *now) {
    size_t n = o->bytes / 4, made = 0;
    for (size_t i = 0; o->seen && i < n; i++) {
        uint32_t v = word_at(now, i);
        made += v && v != word_at(o->seen, i) && !in_known(now, i, n);
    }
    return 4 * (double)made;
}

static double host_given(const Output *o, const uint8_t *now, double *says) {
    size_t given = 0, of = 0;
    for (size_t i = 0; i < windows_in(o->bytes); i++) {
        if (!window_says(now, i)) continue;
        of++;
        given += set_has(seen_by.sent, window_hash(now, i));
    }
    *says = 4 * (double)of;
    return 4 * (double)given;
}

static void parts_of(const Runtime *r, const Output *o, SimWitness *out) {
    const uint8_t *now = mem_bytes(r->mem, o->lo);
    double says;
    if (o->bytes < 4 * SAYS_LEAST) return;
    if (!seen_by.loose)
        out->made = max_of(out->made, host_made(o, now) / (double)o->bytes);
    if (!seen_by.has_sent) return;
    double given = host_given(o, now, &says);
    if (says >= 4 * SAYS_LEAST) out->given = max_of(out->given, given / says);
}

SimWitness sim_witnessed(void) {
    SimWitness w = {0};
    Runtime *r = runtime_enter();
    if (!r) return w;
    for (int i = 0; i < seen_by.nout; i++) {
        parts_of(r, &seen_by.out[i], &w);
        heap_free(seen_by.out[i].seen);
    }
    heap_free(seen_by.known);
    heap_free(seen_by.sent);
    seen_by.known = seen_by.sent = NULL;
    seen_by.nout = 0;
    seen_by.on = seen_by.loose = seen_by.has_sent = false;
    runtime_leave_alive(r, cudaSuccess);
    return w;
}
