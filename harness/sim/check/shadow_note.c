// The reports of global memory's shadow: the first of each kind and place, the
// rest counted.
#include "sim/check/harmless.h"
#include "sim/check/shadow.h"
#include "sim/check/shadow_lines.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

#include <stdio.h>
#include <string.h>

// ---- places and threads

SrcLoc place_loc(const Shadow *s, uint32_t place) {
    const Launch *la = s->la;
    uint32_t site = place & ((1u << SITE_BITS) - 1), code = place >> SITE_BITS;

    if (!place || !la->counts.codes || code >= (uint32_t)la->counts.ncodes)
        return (SrcLoc){.file = ""};
    const Code *c = la->counts.codes[code].code;
    const SrcLoc *loc = site < c->nsites ? c->sites[site].loc : NULL;
    loc = loc ? src_place(loc, la->main_file) : NULL;
    return loc ? *loc : (SrcLoc){.file = ""};
}

static void set_block(const Shadow *s, uint64_t linear, uint32_t block[3]) {
    const uint32_t *g = s->la->shape.grid;

    block[0] = (uint32_t)(linear % g[0]);
    block[1] = (uint32_t)(linear / g[0] % g[1]);
    block[2] = (uint32_t)(linear / g[0] / g[1]);
}

static void set_thread(const Shadow *s, uint32_t warp, int lane,
                       uint32_t thread[3]) {
    const uint32_t *b = s->la->shape.block;
    uint32_t t = warp * WARP_SIZE + (uint32_t)lane;

    thread[0] = t % b[0];
    thread[1] = t / b[0] % b[1];
    thread[2] = t / b[0] / b[1];
}

// The lowest lane whose access holds the byte.
static int lane_of(const Access *a, uint64_t byte) {
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (byte - lane_address(a, l) < a->bytes) return l;
    }
    return __builtin_ctz(a->lanes);
}

static const char *note_access(const ShadowAccess *t) {
    return t->kind == ACCESS_LOAD    ? "read"
           : t->kind == ACCESS_STORE ? "write"
                                     : "atomic";
}

static const char *verb_of(const ShadowAccess *t) {
    return t->kind == ACCESS_LOAD    ? "reads"
           : t->kind == ACCESS_STORE ? "writes"
                                     : "updates";
}

// ---- recording

// The trap to fill for this kind and place; NULL: told before, and counted.
static SimTrap *found(Shadow *s, SimTrapKind kind, SimSeverity severity,
                      const ShadowAccess *t, const Access *a, int lane) {
    enum { MOST = 64 };
    SrcLoc loc = place_loc(s, t->place);

    for (int i = 0; i < s->found.n; i++) {
        Found *f = &s->found.at[i];
        bool same =
            f->place == t->place || (loc.line && loc.line == f->trap.line &&
                                     !strcmp(loc.file, f->trap.file));
        if (f->trap.kind != kind || f->trap.severity != severity || !same)
            continue;
        f->trap.count++;
        return NULL;
    }
    if (s->found.n == MOST) return NULL;
    vec_push(&s->found, (Found){.place = t->place});
    SimTrap *r = &s->found.at[s->found.n - 1].trap;
    *r = (SimTrap){
        .kind = kind,
        .severity = severity,
        .name = sim_trap_name(kind),
        .file = loc.file,
        .line = loc.line,
        .other_file = "",
        .kernel = s->la->code->demangled ? s->la->code->demangled : "",
        .space = "global",
        .access = note_access(t),
        .bytes = a->bytes,
        .address = lane_address(a, lane),
        .count = 1,
    };
    set_block(s, t->block, r->block);
    set_thread(s, t->warp, lane, r->thread);
    const Alloc *at = mem_find(s->la->memory.mem, r->address);
    trap_note_allocation(r, at);
    return r;
}

// "Thread (3,0,0) of block (1,0,0) reads global memory (8 bytes into ...)"
static int note_begin(SimTrap *r, const char *verb) {
    return snprintf(r->message, sizeof r->message,
                    "Thread (%u,%u,%u) of block (%u,%u,%u) %s global memory"
                    "%s%.60s%s",
                    r->thread[0], r->thread[1], r->thread[2], r->block[0],
                    r->block[1], r->block[2], verb, *r->alloc_note ? " (" : "",
                    r->alloc_note, *r->alloc_note ? ")" : "");
}

// ---- races

static const char *other_verb(Clash c, const Stamp *was) {
    bool read = c == WRITE_AFTER_READ || c == ATOMIC_AFTER_READ;

    return read ? "reads" : stamp_strength(was) == WEAK ? "writes" : "updates";
}

// "block (0,0,0)" or "warp 3 of the same block".
static void other_name(const Shadow *s, const ShadowAccess *t, const Stamp *was,
                       char *buf, size_t n) {
    uint32_t b[3];

    if (stamp_block(was) == (uint32_t)t->block) {
        snprintf(buf, n, "warp %u of the same block", stamp_warp(was));
        return;
    }
    set_block(s, stamp_block(was), b);
    snprintf(buf, n, "block (%u,%u,%u)", b[0], b[1], b[2]);
}

static const char *race_hint(const Shadow *s, const SimTrap *r,
                             const ShadowAccess *t, const Stamp *was) {
    bool one_line =
        r->line && r->line == r->other_line && !strcmp(r->file, r->other_file);
    bool mixed = (t->strength == WEAK) != (stamp_strength(was) == WEAK);

    if (mixed)
        return "Only one of the two is atomic: make both atomic, or let the "
               "one wait until the others have finished.";
    if (one_line && t->kind != ACCESS_STORE)
        return "An update such as `x += 1` is a read and a write, and others "
               "come in between. Is the element meant for one thread? Then let "
               "that one alone do it. Do several add to it? Then use "
               "atomicAdd.";
    if (stamp_block(was) == (uint32_t)t->block)
        return "The warps of a block run in any order. Is the one to come "
               "before the other? Then a __syncthreads() orders them. Is each "
               "element meant for one thread? Then look at the two indices.";
    if (s->strong_seen)
        return "Is there a __threadfence() between the data and the flag or "
               "counter that says it is there, and is that one atomic or "
               "volatile?";
    if (t->kind == ACCESS_STORE && one_line)
        return "Blocks run at the same time and in any order. Should each "
               "write an element of its own? Then look at the index or at the "
               "stride: it must count all blocks. Do they add up? Then use "
               "atomics.";
    return "Blocks run at the same time and in any order. Is this element "
           "meant for one block? Then look at the index. Needs one block what "
           "another writes? Then do the rest in a second kernel, or write to "
           "another array than is read.";
}

// A compiler of tiles gives a tile that is smaller than a block to several
// warps: each reads it, one writes it back. In the source the read comes first,
// and no warp reads what it should not. (A read that comes after the write
// there is a race of the source.)
static bool is_replica(const Shadow *s, const ShadowAccess *t, Clash c,
                       const Stamp *was) {
    uint32_t now = t->place, then = was->what & PLACE_MASK;
    if (!s->tiles || stamp_block(was) != (uint32_t)t->block ||
        now >> SITE_BITS != then >> SITE_BITS)
        return false;
    return c == READ_AFTER_WRITE   ? now < then
           : c == WRITE_AFTER_READ ? then < now
                                   : false;
}

// The code of a place and its memory instruction, or NULL.
static const Insn *place_insn(const Shadow *s, uint32_t place,
                              const Code **code) {
    const Launch *la = s->la;
    uint32_t site = place & ((1u << SITE_BITS) - 1), i = place >> SITE_BITS;
    if (!place || !la->counts.codes || i >= (uint32_t)la->counts.ncodes)
        return NULL;
    *code = la->counts.codes[i].code;
    return site_memory(*code, site);
}

// Is it the same whoever comes first?
static bool is_harmless(Shadow *s, const ShadowAccess *t, Clash c,
                        const Stamp *was) {
    const Code *mine = NULL, *theirs = NULL;
    if (c != READ_AFTER_WRITE && c != WRITE_AFTER_READ) return false;
    const Insn *me = place_insn(s, t->place, &mine);
    const Insn *other = place_insn(s, was->what & PLACE_MASK, &theirs);
    if (!me || !other || mine != theirs) return false;
    bool reads = c == READ_AFTER_WRITE;
    return race_is_harmless(&s->judged, s->la, mine, reads ? me : other,
                            reads ? other : me);
}

void note_race(Shadow *s, const ShadowAccess *t, const Access *a, uint64_t byte,
               Clash c, const Stamp *was) {
    bool stale = c == READ_ONLY_READ;
    if (c != UNFENCED_WRITE && is_replica(s, t, c, was)) return;
    bool harmless = is_harmless(s, t, c, was); // of no other clash
    SimTrap *r = found(s, stale ? SIM_TRAP_READ_ONLY : SIM_TRAP_GLOBAL_RACE,
                       harmless ? SIM_NOTE : SIM_WRONG, t, a, lane_of(a, byte));
    if (!r) return;
    SrcLoc there = place_loc(s, was->what & PLACE_MASK);
    r->other_file = there.file;
    r->other_line = there.line;
    char who[64], line[64] = "";
    other_name(s, t, was, who, sizeof who);
    if (there.line) snprintf(line, sizeof line, " in line %d", there.line);
    trap_add_file(r, line, sizeof line);
    int n = note_begin(r, stale ? "reads through the read-only cache"
                          : c == UNFENCED_WRITE ? "reads"
                                                : verb_of(t));
    char *end = r->message + min_of((size_t)n, sizeof r->message - 1);
    size_t room = sizeof r->message - (size_t)(end - r->message);
    if (stale) {
        snprintf(end, room, ", which this kernel writes%s.", line);
        snprintf(r->hint, sizeof r->hint,
                 "const __restrict__ and __ldg promise that the kernel does "
                 "not write there: the cache may hold the old value.");
        return;
    }
    if (c == UNFENCED_READ) {
        snprintf(end, room,
                 ", %s writes it%s. The flag has been seen, but no fence "
                 "stands between the flag and this read.",
                 who, line);
        snprintf(r->hint, sizeof r->hint,
                 "Without a fence the read may find an old value in L1. Put "
                 "__threadfence() between the line that sees the flag and this "
                 "one: the reader needs a fence as the writer does.");
        return;
    }
    if (c == UNFENCED_WRITE) {
        snprintf(end, room,
                 " after waiting for a word that %s wrote later. No fence "
                 "stands between its two writes.",
                 who);
        snprintf(r->hint, sizeof r->hint,
                 "Atomic and volatile accesses order nothing but themselves: "
                 "the second write may be seen before the first. The block "
                 "that writes needs __threadfence() between the two.");
        return;
    }
    snprintf(end, room, ", %s %s it%s, and nothing orders the two.", who,
             other_verb(c, was), line);
    if (harmless)
        harmless_say(r);
    else
        snprintf(r->hint, sizeof r->hint, "%s", race_hint(s, r, t, was));
}

void note_lanes(Shadow *s, const ShadowAccess *t, const Access *a, int lane) {
    SimTrap *r = found(s, SIM_TRAP_GLOBAL_RACE, SIM_WRONG, t, a, lane);

    if (!r) return;
    r->other_file = r->file;
    r->other_line = r->line;
    int n = note_begin(r, "writes");
    char *end = r->message + min_of((size_t)n, sizeof r->message - 1);
    snprintf(end, sizeof r->message - (size_t)(end - r->message),
             ", another thread of its warp another value to the same place: "
             "either may stay.");
    snprintf(r->hint, sizeof r->hint,
             "Let one thread write, give each its own element, or use an "
             "atomic that says what shall stay.");
}

// ---- never written

void note_uninitialised(Shadow *s, const ShadowAccess *t, const Access *a,
                        int lane) {
    SimTrap *r = found(s, SIM_TRAP_UNINITIALISED, SIM_WRONG, t, a, lane);

    if (!r) return;
    int n = note_begin(r, verb_of(t));
    char *end = r->message + min_of((size_t)n, sizeof r->message - 1);
    snprintf(end, sizeof r->message - (size_t)(end - r->message),
             " that nothing has written before.");
    snprintf(r->hint, sizeof r->hint, "%s",
             t->kind == ACCESS_ATOMIC
                 ? "What is summed up has to begin somewhere: cudaMalloc does "
                   "not clear memory, cudaMemset does."
                 : "cudaMalloc does not clear memory: was a copy or a "
                   "cudaMemset forgotten, or a += meant to be =? Or does the "
                   "index run past what was copied?");
}

void note_end(Shadow *s) {
    for (int i = 0; i < s->found.n; i++)
        launch_note(s->la, &s->found.at[i].trap);
    s->found.n = 0;
    for (int i = 0; i < s->afters.gave.n; i++)
        s->afters.gave.at[i].loc = place_loc(s, s->afters.gave.at[i].place);
    for (int i = 0; i < s->afters.after.n; i++)
        s->afters.after.at[i].loc = place_loc(s, s->afters.after.at[i].place);
}
