#include "sim/runtime/results.h"

#include "sim/check/shadow.h"
#include "sim/check/unread.h"
#include "sim/runtime/task.h"

#include "base/heap.h"

#include <stdio.h>
#include <string.h>

enum { LIVE = 32, SEEN = 1024 };

typedef struct Result {
    Unread what;
    const Kernel *kernel;
    const char *name; // of the kernel, demangled
    uint64_t serial;  // of the allocation
    uint64_t lo;      // where it begins
} Result;

static struct {
    Result live[LIVE];
    int n;
    struct Seen { // a kernel that has written to an allocation, or tried
        const Kernel *kernel;
        uint64_t serial;
    } seen[SEEN];
    int nseen;
    const Alloc *asked[RESULTS_ASKED];
    int nasked;
    bool watches; // the running launch
} all;

static void drop(int i) {
    heap_free(all.live[i].what.words);
    all.live[i] = all.live[--all.n];
}

static const Alloc *alloc_of(const Runtime *r, const Result *x) {
    const Alloc *a = mem_find(r->mem, x->lo);
    return a && a->serial == x->serial ? a : NULL;
}

// ---- the note

static void tell_unread(Runtime *r, const Result *x, const char *until,
                        const SrcLoc *by) {
    const Alloc *a = alloc_of(r, x);
    SimTrap t = {.kind = SIM_TRAP_UNREAD,
                 .severity = SIM_NOTE,
                 .file = x->what.loc.file,
                 .line = x->what.loc.line,
                 .kernel = x->name,
                 .address = x->lo,
                 .space = "global",
                 .access = "write"};
    if (a) t.alloc_pc = a->made_at;
    if (by) {
        t.other_file = by->file;
        t.other_line = by->line;
    } else {
        t.other_pc = host_place(r->thread->caller);
    }
    snprintf(t.message, sizeof t.message,
             "`%.*s` wrote %llu bytes here, and nothing read any of them "
             "before %s.",
             (int)min_of(strcspn(x->name, "(<"), (size_t)60), x->name,
             (unsigned long long)x->what.bytes, until);
    snprintf(t.hint, sizeof t.hint,
             "Should a later step read this buffer, or the host copy it back? "
             "If not, the work is not needed.");
    runtime_trap(r, &t);
}

// ---- launches

static bool was_seen(const Kernel *k, uint64_t serial) {
    for (int i = 0; i < all.nseen; i++)
        if (all.seen[i].kernel == k && all.seen[i].serial == serial)
            return true;
    return false;
}

static bool kernel_ran_twice(const Kernel *k) {
    return k->launches > 1;
}

static bool is_live(const Alloc *a) {
    for (int i = 0; i < all.n; i++)
        if (all.live[i].serial == a->serial) return true;
    return false;
}

// The i-th word of the parameters as an allocation of the program's, or NULL.
static const Alloc *param_alloc(const Runtime *r, const KernelTask *k,
                                size_t i) {
    uint64_t p;
    memcpy(&p, k->params + i, sizeof p);
    if (!mem_in_arena(r->mem, p)) return NULL;
    const Alloc *a = mem_find(r->mem, p);
    bool own =
        a && a->kind == ALLOC_DEVICE && a->made_at && !a->borrowed && !a->idle;
    return own ? a : NULL;
}

static void request(Runtime *r, const Alloc *a) {
    for (int i = 0; i < all.nasked; i++)
        if (all.asked[i] == a) return;
    if (all.nasked == RESULTS_ASKED ||
        !unread_ask(mem_shadow(r->mem), a->lo, a->hi))
        return;
    all.asked[all.nasked++] = a;
}

void results_before(Runtime *r, const KernelTask *k) {
    ++k->kernel->launches;
    all.nasked = 0;
    unread_forget(mem_shadow(r->mem));
    all.watches = !r->uses_driver && !r->sampling && all.nseen < SEEN;
    for (size_t i = 0; all.watches && i + 8 <= k->nparams; i += 8) {
        const Alloc *a = param_alloc(r, k, i);
        if (a && (!was_seen(k->kernel, a->serial) || is_live(a))) request(r, a);
    }
}

static int asked_of(uint64_t serial) {
    for (int i = 0; i < all.nasked; i++)
        if (all.asked[i]->serial == serial) return i;
    return -1;
}

// Looks at earlier results in this launch's allocations: are they still there?
static void look_at_live(Runtime *r, const KernelTask *k, const char *kernel,
                         const Unread *now) {
    char until[128];
    for (int i = all.n; i-- > 0;) {
        Result *x = &all.live[i];
        int at = asked_of(x->serial);
        if (at < 0) continue;
        UnreadState is = unread_state(mem_shadow(r->mem), &x->what);
        if (is == UNREAD_STILL) continue;
        if (is == UNREAD_REPLACED && x->kernel != k->kernel && now[at].words) {
            snprintf(until, sizeof until, "`%.*s` wrote over them",
                     (int)min_of(strcspn(kernel, "(<"), (size_t)60), kernel);
            tell_unread(r, x, until, &now[at].loc);
        }
        drop(i);
    }
}

// One value wherever the kernel wrote: a buffer that was cleared.
static bool is_cleared(const Runtime *r, const Unread *u) {
    uint32_t first = 0;
    bool any = false;
    for (uint32_t i = 0; i < u->nlines; i++) {
        if (!u->words[i]) continue;
        const uint8_t *p = mem_bytes(r->mem, (u->first_line + i) * SHADOW_LINE);
        for (uint32_t m = u->words[i]; m; m &= m - 1) {
            uint32_t v;
            memcpy(&v, p + 4 * __builtin_ctz(m), sizeof v);
            if (any && v != first) return false;
            first = v;
            any = true;
        }
    }
    return true;
}

static void remember(Runtime *r, const KernelTask *k, const char *kernel,
                     const Alloc *a, Unread *u) {
    bool seen = was_seen(k->kernel, a->serial);
    if (!seen && all.nseen < SEEN)
        all.seen[all.nseen++] = (struct Seen){k->kernel, a->serial};
    if (!u->words) return;
    if (seen || all.n == LIVE || is_cleared(r, u)) {
        heap_free(u->words);
        return;
    }
    u->loc.file = arena_str(&r->arena, u->loc.file);
    all.live[all.n++] = (Result){.what = *u,
                                 .kernel = k->kernel,
                                 .name = arena_str(&r->arena, kernel),
                                 .serial = a->serial,
                                 .lo = a->lo};
}

void results_after(Runtime *r, const KernelTask *k, const char *kernel,
                   bool trapped) {
    Unread now[RESULTS_ASKED] = {{0}};
    if (!all.watches) return;
    for (int i = 0; i < all.nasked; i++)
        unread_take(mem_shadow(r->mem), i, &now[i]);
    if (!trapped) look_at_live(r, k, kernel, now);
    for (int i = 0; i < all.nasked; i++) {
        if (!trapped)
            remember(r, k, kernel, all.asked[i], &now[i]);
        else
            heap_free(now[i].words);
    }
    while (trapped && all.n)
        drop(0);
}

// ---- everything else

void results_read(Runtime *r, uint64_t p, size_t n) {
    (void)r;
    for (int i = all.n; i-- > 0;)
        if (unread_meets(&all.live[i].what, p, p + n)) drop(i);
}

static bool is_still(const Runtime *r, const Result *x) {
    return alloc_of(r, x) &&
           unread_state(mem_shadow(r->mem), &x->what) == UNREAD_STILL;
}

void results_written(Runtime *r, uint64_t p, size_t n, const char *by) {
    char until[64];
    for (int i = all.n; i-- > 0;) {
        Result *x = &all.live[i];
        if (!unread_meets(&x->what, p, p + n)) continue;
        if (unread_within(&x->what, p, p + n) && is_still(r, x)) {
            snprintf(until, sizeof until, "%s wrote over them", by);
            tell_unread(r, x, until, NULL);
        }
        drop(i);
    }
}

// A kernel that has run again is a benchmark's, or a loop's, whose last round
// nobody needs.
static void end_of(Runtime *r, int i, const char *until) {
    const Result *x = &all.live[i];
    if (!kernel_ran_twice(x->kernel) && is_still(r, x))
        tell_unread(r, x, until, NULL);
    drop(i);
}

void results_freed(Runtime *r, const Alloc *a) {
    for (int i = all.n; i-- > 0;)
        if (all.live[i].serial == a->serial)
            end_of(r, i, "the memory was freed");
}

void results_end(Runtime *r) {
    r->thread->caller = NULL;
    while (all.n)
        end_of(r, all.n - 1, "the program ended");
}
