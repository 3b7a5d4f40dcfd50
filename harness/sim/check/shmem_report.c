// Writes the reports of shared memory's shadow.
#include "sim/check/harmless.h"
#include "sim/check/shmem.h"
#include "sim/core/async.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

#include <stdio.h>
#include <string.h>

// ---- who and what

typedef struct Who {
    uint32_t thread[3];
} Who;

static Who who_of(const Launch *la, uint32_t linear) {
    uint32_t nx = la->shape.block[0], ny = la->shape.block[1];
    return (Who){{linear % nx, linear / nx % ny, linear / nx / ny}};
}

static Who who_is(const Warp *w, int lane) {
    return (Who){
        {w->tid[0].u32[lane], w->tid[1].u32[lane], w->tid[2].u32[lane]}};
}

static const SharedVar *variable_at(const Launch *la, uint32_t offset) {
    const Code *c = la->code;
    const SharedVar *open = NULL; // of dynamic size, behind the others
    for (int i = 0; i < c->nshared_vars; i++) {
        const SharedVar *v = &c->shared_vars[i];
        if (offset - v->offset < v->size) return v;
        if (!v->size && offset >= v->offset) open = v;
    }
    return open;
}

// "`tile`, element 275" or "byte 1100 of shared memory". Elements are of the
// access's size.
static void name_place(const Launch *la, uint32_t offset, uint32_t bytes,
                       char *buf, size_t n) {
    const SharedVar *v = variable_at(la, offset);
    uint32_t at = v ? offset - v->offset : offset;
    if (!v)
        snprintf(buf, n, "byte %u of shared memory", at);
    else if (v->size == bytes)
        snprintf(buf, n, "`%.40s`", v->name);
    else if (bytes > 8 || at % bytes)
        snprintf(buf, n, "byte %u of `%.40s`", at, v->name);
    else
        snprintf(buf, n, "element %u of `%.40s`", at / bytes, v->name);
}

// The code of a site's number, and the site in it.
static const Code *site_code(const Shmem *s, const Launch *la, uint16_t site,
                             uint32_t *own) {
    int i = la->counts.ncodes - 1;
    while (i > 0 && s->site_base[i] > site)
        i--;
    *own = site - s->site_base[i];
    return la->counts.codes[i].code;
}

static SrcLoc site_place(const Shmem *s, const Launch *la, uint16_t site) {
    uint32_t own;
    if (!site) return (SrcLoc){.file = ""};
    const Code *code = site_code(s, la, site, &own);
    return site_loc(la, code, own);
}

static bool is_same_word(const MemOp *a, const MemOp *b) {
    return a->base == b->base && a->offset == b->offset;
}

// Does the instruction of a site take its address from the same register as in?
// Then a read and a write of one line are an update, `x += 1`.
static bool same_address(const Shmem *s, const Launch *la, const Insn *in,
                         uint16_t site) {
    uint32_t own;
    const Code *code = site_code(s, la, site, &own);
    const Insn *other = site ? site_memory(code, own) : NULL;
    return other && is_same_word(memop_of(other), memop_of(in));
}

// ---- a look before an atomic

// Is `read` a plain load, and the next use of shared memory in its code an
// atomic that compares? Then an old value costs another round of the loop: the
// CUDA guide's own way to make an atomic of compare-and-swap.
static bool is_first_look(const Code *code, const Insn *read) {
    if (*memop_of(read)->access != 'r') return false;
    for (const Insn *x = read + 1; x < code->insns + code->ninsns; x++) {
        if (x->kind == INSN_BARRIER) return false;
        if (!x->site || !x->bytes) continue;
        const Site *at = &code->sites[x->site];
        if (at->space != SPACE_SHARED && at->space != SPACE_GENERIC) continue;
        if (!strncmp(at->text, "atom", 4) || !strncmp(at->text, "red", 3))
            return memop_of(x)->compares;
        if (!strncmp(at->text, "ld", 2) || !strncmp(at->text, "st", 2))
            return false;
    }
    return false;
}

// Of the two, is one such a look and the other an atomic that compares?
static bool is_look_and_compare(const Shmem *s, const Launch *la,
                                const Code *code, const Insn *in,
                                uint16_t site) {
    uint32_t own;
    if (!site) return false;
    const Code *yours = site_code(s, la, site, &own);
    const Insn *other = site_memory(yours, own);
    if (!other) return false;
    if (memop_of(in)->compares) return is_first_look(yours, other);
    return memop_of(other)->compares && is_first_look(code, in);
}

static void report_fill(SimTrap *t, const Launch *la, uint32_t offset,
                        uint32_t bytes, const char *access) {
    t->space = "shared";
    t->access = access;
    t->address = offset;
    t->bytes = bytes;
    name_place(la, offset, bytes, t->variable, sizeof t->variable);
}

// The second place and the second thread.
static void fill_other(SimTrap *t, const Launch *la, SrcLoc there, Who you) {
    (void)la;
    t->other_file = there.file;
    t->other_line = there.line;
    if (!memcmp(t->thread, you.thread, sizeof you.thread)) return;
    t->has_other = true;
    memcpy(t->other_block, t->block, sizeof t->other_block);
    memcpy(t->other_thread, you.thread, sizeof t->other_thread);
}

// ---- races

// Two accesses that nothing orders, as far as words depend on them.
typedef struct Pair {
    Hazard hazard;
    int line, other; // 0: unknown
    int at, there;   // the same two in the kernel itself: of the calls, if
                     // functions are called; 0: unknown
    bool mine;       // the thread has read it, too
    bool one_warp;   // the block has no other
    bool same_insn;
    bool is_mixed;   // an atomic operation and a plain access
    bool is_plain;   // this access is no atomic operation
    bool is_update;  // reads and writes through one address, in one line
    bool is_called;  // one function, called at two places
    bool is_parted;  // a barrier stands between the two in the code
    bool has_rounds; // the code has a barrier of a block or a warp
} Pair;

// A line that runs before the other one in the source, and after it in time, is
// in the next round of a loop.
static bool is_next_round(const Pair *p) {
    int line = p->at && p->there ? p->at : p->line;
    int other = p->at && p->there ? p->there : p->other;
    return p->hazard != HAZARD_WAW && line && line < other;
}

static const char *race_hint(const Pair *p) {
    bool one_line = p->line && p->line == p->other;
    if (p->is_mixed && p->hazard == HAZARD_RAW && p->is_plain && !p->is_update)
        return "Only one of the two is atomic, and this line reads what others "
               "still update: put __syncthreads() between the two, so that all "
               "updates are done. An atomic read would not wait for them.";
    if (p->is_mixed)
        return "Only one of the two is atomic: if both add, make both atomic; "
               "if one of them clears, stores or reads, put __syncthreads() "
               "between the two.";
    if (p->is_update && p->has_rounds)
        return "An update is a read and a write, and others come in between. "
               "Where each round of a loop uses the results of the round "
               "before, end each round with __syncthreads(); where threads "
               "add to one element, use atomicAdd.";
    if (p->is_update)
        return "An update such as `x += 1` is a read and a write, and others "
               "come in between. Is the element meant for one thread? Then let "
               "that one alone do it. Do several add to it? Then use "
               "atomicAdd.";
    if (p->same_insn)
        return "Is the index another one for each thread? If all of them mean "
               "this element, let one write it, `if (threadIdx.x == 0)`, or "
               "use an atomic operation.";
    if (p->hazard == HAZARD_WAW)
        return "Two threads must not write the same element between two "
               "barriers: is the index unique per thread, and inside of its "
               "array? If they are meant to add up, use an atomic operation.";
    if (p->one_warp)
        return "Lanes of a warp may run in any order: put __syncthreads() "
               "between the two, or __syncwarp() if no block ever has more "
               "than one warp.";
    if (one_line)
        return "In a loop: does each round end with __syncthreads(), outside "
               "of any `if`? If it does, one round reads and overwrites the "
               "same elements: read into a variable, __syncthreads(), then "
               "write.";
    if (p->is_called && p->hazard == HAZARD_RAW)
        return "The second call reads what other threads have written in the "
               "first: put __syncthreads() between the two calls.";
    if (p->is_called)
        return "The call before this one used the same array, and other "
               "threads still read what it left: put __syncthreads() between "
               "the two calls, or give each call an array of its own.";
    if (p->hazard == HAZARD_RAW && p->is_parted)
        return "The barrier between the two lines is not enough: in the next "
               "round of the loop a thread overwrites what others still read. "
               "Put __syncthreads() at the end of the loop, too.";
    if (is_next_round(p))
        return "This is the next round of the loop, and other threads are "
               "still in the round before: put __syncthreads() at the end of "
               "the loop.";
    if (p->hazard == HAZARD_WAR && p->mine)
        return "Some threads overwrite what others have yet to read: let all "
               "read into a variable, then __syncthreads(), then write; or, "
               "with several elements a thread, write to a second array.";
    if (p->hazard == HAZARD_WAR)
        return "Put __syncthreads() between the read and this write, so that "
               "all have read before anyone overwrites.";
    return "Put __syncthreads() between the line that writes and the line "
           "that reads, outside of any `if` that only some threads take.";
}

static void race_advice(SimTrap *t, const Pair *p) {
    bool is_overwritten = p->hazard == HAZARD_WAR && !p->mine && !p->is_mixed &&
                          !p->is_update && !p->is_called && !is_next_round(p);
    if (is_overwritten && p->at && p->at != p->line && p->there < p->at)
        snprintf(t->hint, sizeof t->hint,
                 "The call in line %d overwrites what others still read: put "
                 "__syncthreads() before it.",
                 p->at);
    else
        snprintf(t->hint, sizeof t->hint, "%s", race_hint(p));
}

static void say_race(SimTrap *t, Hazard h, Who me, Who you) {
    char mine[40], yours[40], also[24] = "";
    snprintf(mine, sizeof mine, "Thread (%u,%u,%u)", me.thread[0], me.thread[1],
             me.thread[2]);
    snprintf(yours, sizeof yours, "thread (%u,%u,%u)", you.thread[0],
             you.thread[1], you.thread[2]);
    if (t->other_line)
        snprintf(also, sizeof also, " at line %d", t->other_line);
    switch (h) {
    case HAZARD_RAW:
        trap_say(t,
                 "%s %s %s, which %s of the block wrote%s, with no barrier "
                 "between the two",
                 mine, *t->access == 'a' ? "updates" : "reads", t->variable,
                 yours, also);
        return;
    case HAZARD_WAR:
        if (!memcmp(&me, &you, sizeof me))
            trap_say(t,
                     "%s %s %s, which other threads of the block read%s, with "
                     "no barrier between the two",
                     mine, *t->access == 'a' ? "updates" : "writes",
                     t->variable, also);
        else
            trap_say(t,
                     "%s %s %s, which %s of the block reads%s, with no barrier "
                     "between the two",
                     mine, *t->access == 'a' ? "updates" : "writes",
                     t->variable, yours, also);
        return;
    case HAZARD_WAW:
        trap_say(t,
                 "%s writes %s, which %s of the block writes%s too, another "
                 "value and with no barrier between",
                 mine, t->variable, yours, also);
    }
}

static bool is_atomic(const Insn *in) {
    return *memop_of(in)->access == 'a';
}

static bool was_strong(Hazard h, uint32_t record) {
    uint32_t kind = record & SHMEM_KIND;
    return h == HAZARD_WAR ? kind == READ_STRONG : kind == WROTE_STRONG;
}

// The place in the kernel itself from which the code of loc was inlined.
static const SrcLoc *call_of(const SrcLoc *loc) {
    while (loc && loc->inlined_at)
        loc = loc->inlined_at;
    return loc;
}

static bool is_called_twice(const SrcLoc *x, const SrcLoc *y) {
    const SrcLoc *a = call_of(x), *b = call_of(y);
    return x && y && a != x && b != y && x->file == y->file &&
           (a->line != b->line || a->col != b->col);
}

static bool has_barrier(const Insn *from, const Insn *to) {
    for (; from < to; from++)
        if (from->kind == INSN_BARRIER) return true;
    return false;
}

// How the code of the other place lies to that of this one.
static void add_code(Pair *p, Warp *w, const Insn *in, uint16_t site) {
    const Code *code = w->code;
    uint32_t own;
    p->has_rounds = has_barrier(code->insns, code->insns + code->ninsns);
    if (!site) return;
    if (site_code(w->block->shmem, w->block->launch, site, &own) != code)
        return;
    const Insn *other = site_memory(code, own);
    if (!other) return;
    const SrcLoc *own_loc = code->sites[own].loc;
    const SrcLoc *loc = code->sites[in->site].loc;
    p->is_called = is_called_twice(own_loc, loc);
    if (p->other && own_loc && loc) {
        p->at = call_of(loc)->line;
        p->there = call_of(own_loc)->line;
    }
    // A copy that others wait for is told with an instruction of its own.
    bool is_inside = in >= code->insns && in < code->insns + code->ninsns;
    p->is_parted = is_inside && other < in && has_barrier(other, in);
}

// Is it the same whoever comes first?
static bool is_harmless(Warp *w, Hazard h, const Insn *in, uint16_t site) {
    const Launch *la = w->block->launch;
    uint32_t own;
    if (!site || h == HAZARD_WAW) return false;
    const Code *code = site_code(w->block->shmem, la, site, &own);
    const Insn *other = site_memory(code, own);
    if (!other || code != w->code) return false;
    bool reads = h == HAZARD_RAW;
    return race_is_harmless(&w->block->shmem->judged, la, code,
                            reads ? in : other, reads ? other : in);
}

// The wait for an mbarrier before the read may have been for the wrong phase.
static bool hint_of_wait(Warp *w, SimTrap *t) {
    const BlockAsync *x = w->block->async;
    const WarpAsync *q = x ? &x->warp[w->index] : NULL;
    if (!q || !q->early) return false;
    SrcLoc at = insn_loc(w->block->launch, w->code, q->early);
    snprintf(
        t->hint, sizeof t->hint,
        q->is_new
            ? "The wait of line %d let this warp through at once: no phase "
              "of that mbarrier is over yet, and a wait for parity 1 does "
              "not wait for the first. The parity is 0, 1, 0, 1."
            : "The wait of line %d let this warp through at once: it was "
              "for a phase that was over at the wait before. The parity "
              "is 0, 1, 0, 1 from phase to phase.",
        at.line);
    return true;
}

// The mbarriers of the block that are made in the trap's file: how many, and
// the line of the first.
static uint32_t own_mbarriers(const Block *b, const SimTrap *t, int *line) {
    const BlockAsync *x = b->async;
    uint32_t n = 0;
    for (uint32_t i = 0; x && i < x->nmbarriers; i++) {
        SrcLoc made = x->mbarriers[i].made;
        if (!made.line || !made.file || strcmp(made.file, t->file)) continue;
        if (n++ == 0) *line = made.line;
    }
    return n;
}

// One line writes and another reads, in a block that has an mbarrier.
static bool hint_of_mbarrier(const Warp *w, SimTrap *t, const Pair *p) {
    int line = 0;
    uint32_t n = own_mbarriers(w->block, t, &line);
    if (!n || p->hazard == HAZARD_WAW || p->is_mixed || p->is_update ||
        p->is_called || (p->line && p->line == p->other))
        return false;
    bool reads = p->hazard == HAZARD_RAW;
    char which[64] = "The block has several mbarriers. One orders";
    if (n == 1)
        snprintf(which, sizeof which, "The mbarrier of line %d orders", line);
    snprintf(t->hint, sizeof t->hint,
             "%s the two only if each thread arrives at it after it has %s, "
             "and waits for the end of that phase before it %s. If %s for "
             "something else, put __syncthreads() between the two.",
             which, reads ? "stored" : "read", reads ? "reads" : "overwrites",
             n == 1 ? "it is" : "all are");
    return true;
}

void shmem_report_race(Warp *w, const Insn *in, Hazard h, int lane,
                       uint32_t offset, uint32_t bytes, uint32_t record,
                       uint16_t site) {
    const Launch *la = w->block->launch;
    if (is_look_and_compare(w->block->shmem, la, w->code, in, site)) return;
    SimSeverity severity = is_harmless(w, h, in, site) ? SIM_NOTE : SIM_WRONG;
    SimTrap *t = warp_note_mild(w, w->code, in, severity, SIM_TRAP_SHARED_RACE,
                                1u << lane);
    if (!t) return;
    SrcLoc there = site_place(w->block->shmem, la, site);
    Who me = who_is(w, lane), you = who_of(la, (record & SHMEM_THREAD) >> 2);
    bool same_warp = (record & SHMEM_WARP) >> 7 == w->index;
    bool one_line = there.line == t->line;
    bool mine = !memcmp(&me, &you, sizeof me); // and others' that are not known
    Pair pair = {
        .hazard = h,
        .line = t->line,
        .other = mine ? 0 : there.line,
        .mine = mine,
        .one_warp = w->block->nwarps == 1,
        .same_insn = h == HAZARD_WAW && one_line && same_warp,
        .is_mixed = is_atomic(in) != was_strong(h, record),
        .is_plain = !is_atomic(in),
        .is_update = h != HAZARD_WAW && one_line && !mine &&
                     same_address(w->block->shmem, la, in, site),
    };
    add_code(&pair, w, in, site);

    report_fill(t, la, offset, bytes, memop_of(in)->access);
    fill_other(t, la, there, you);
    if ((h != HAZARD_RAW || !hint_of_wait(w, t)) &&
        !hint_of_mbarrier(w, t, &pair))
        race_advice(t, &pair);
    if (!t->has_other) { // another thread; where is not known
        t->other_file = "";
        t->other_line = 0;
    }
    say_race(t, h, me, you);
    if (severity == SIM_NOTE) harmless_say(t);
}

// ---- reads of what nobody wrote

static void say_blank(SimTrap *t, const ShmemEarly *e) {
    trap_say(t,
             "Thread (%u,%u,%u) %s %s, which no thread of its block has "
             "written",
             t->thread[0], t->thread[1], t->thread[2],
             e->is_atomic ? "updates" : "reads", t->variable);
}

static void say_early(SimTrap *t, const ShmemEarly *e, Who you) {
    char line[64] = "";
    if (t->other_line) snprintf(line, sizeof line, " (line %d", t->other_line);
    trap_add_file(t, line, sizeof line);
    trap_say(t,
             "Thread (%u,%u,%u) %s %s before thread (%u,%u,%u) of the block "
             "writes it%s%s: there is no barrier between the two",
             t->thread[0], t->thread[1], t->thread[2],
             e->is_atomic ? "updates" : "reads", t->variable, you.thread[0],
             you.thread[1], you.thread[2], line, *line ? ")" : "");
}

// Of a variable that is filled in part: how much, and by how many threads.
void shmem_hint_blank(const ShmemEarly *e, char *hint, size_t size) {
    const Launch *la = e->w->block->launch;
    const Shmem *s = e->w->block->shmem;
    *hint = '\0';
    const SharedVar *v = variable_at(la, e->offset);
    uint32_t per = e->bytes >> s->shift ? e->bytes >> s->shift : 1;
    uint32_t n = v ? v->size / e->bytes : 0, written = 0, plain = 0,
             from_start = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t wrote = s->wrote[(v->offset >> s->shift) + i * per];
        if (wrote < s->born) continue;
        from_start += written == i;
        written++;
        plain += (wrote & SHMEM_KIND) != WROTE_STRONG;
    }
    uint32_t threads =
        la->shape.block[0] * la->shape.block[1] * la->shape.block[2];
    bool left = s->gone > 0 && s->gone < threads;
    // An element that was filled counts as garbage once it is updated with
    // some.
    if (!plain && left)
        snprintf(hint, size,
                 "%u of the block's %u threads had returned before the "
                 "barrier. They have a part in filling it, too: let them do "
                 "that, and return only after the last __syncthreads().",
                 s->gone, threads);
    // None but by updates of what was not filled: the kind's own words.
    if (!plain || written == n) return;
    // Warps put a value each there, and a whole warp reads them, lane by lane.
    uint32_t warps = (threads + 31) / 32;
    bool of_lane = v && (e->offset - v->offset) / e->bytes == (uint32_t)e->lane;
    bool of_warps =
        n <= 32 && written == warps && from_start == warps && of_lane;
    bool few = n > threads && written == threads;
    if (few && la->shape.block[1] > 1)
        snprintf(hint, size,
                 "It has %u elements, and the block has %u threads: let each "
                 "thread fill several, here rows in steps of blockDim.y (%u), "
                 "and use as many.",
                 n, threads, la->shape.block[1]);
    else if (few)
        snprintf(hint, size,
                 "It has %u elements, and the block has %u threads: let each "
                 "thread fill several, in steps of blockDim.x.",
                 n, threads);
    else if (of_warps)
        snprintf(hint, size,
                 "It has %u elements, and %u %s filled: the block has %u "
                 "warp%s, and each has stored one. Threads from %u on must not "
                 "read there; give them a value that changes nothing.",
                 n, written, written == 1 ? "is" : "are", warps,
                 warps == 1 ? "" : "s", warps);
    else if (left)
        snprintf(hint, size,
                 "%u of its %u elements %s filled, this one is not: %u of the "
                 "block's %u threads had returned before the barrier. Let "
                 "them fill theirs, and return only after the last "
                 "__syncthreads().",
                 written, n, written == 1 ? "is" : "are", s->gone, threads);
    else if (from_start == written && n > threads) // a loop fills them
        snprintf(hint, size,
                 "It has %u elements, and the first %u %s filled. Either the "
                 "loop that fills them ends too early or an `if` leaves some "
                 "out, or the index of this read is wrong.",
                 n, written, written == 1 ? "is" : "are");
    else
        snprintf(hint, size,
                 "%u of its %u elements %s filled, this one is not. Either "
                 "the thread for it has returned or failed an `if` (let it "
                 "store a 0), or the index of this read is wrong, or that of "
                 "the store.",
                 written, n, written == 1 ? "is" : "are");
}

bool shmem_is_early(const ShmemEarly *e, uint32_t record) {
    uint32_t me = e->w->index << 7 | (uint32_t)e->lane << 2;
    return record && ((record ^ me) & SHMEM_THREAD);
}

void shmem_report_blank(const ShmemEarly *e, uint32_t record, uint16_t site) {
    Warp *w = e->w;
    const Launch *la = w->block->launch;
    bool is_race = shmem_is_early(e, record);
    if (!is_race && insn_in_library(la, e->code, e->in)) return;
    SimTrap *t = warp_note_at(
        w, e->code, e->in,
        is_race ? SIM_TRAP_SHARED_RACE : SIM_TRAP_BLANK_SHARED, 1u << e->lane);
    if (!t) return;
    report_fill(t, la, e->offset, e->bytes, e->is_atomic ? "atomic" : "read");
    if (!is_race) {
        if (e->hint)
            snprintf(t->hint, sizeof t->hint, "%s", e->hint);
        else
            shmem_hint_blank(e, t->hint, sizeof t->hint);
        say_blank(t, e);
        return;
    }
    Who you = who_of(la, (record & SHMEM_THREAD) >> 2);
    Pair pair = {.hazard = HAZARD_RAW, .one_warp = w->block->nwarps == 1};
    fill_other(t, la, site_place(w->block->shmem, la, site), you);
    if (!hint_of_mbarrier(w, t, &pair)) race_advice(t, &pair);
    say_early(t, e, you);
}
