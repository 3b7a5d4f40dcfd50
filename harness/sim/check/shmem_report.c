// Writes the reports of shared memory's shadow.
#include "sim/check/shmem.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"

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

// The code and instruction of a site's number.
static SrcLoc site_place(const Shmem *s, const Launch *la, uint16_t site) {
    int i = la->counts.ncodes - 1;
    if (!site) return (SrcLoc){.file = ""};
    while (i > 0 && s->site_base[i] > site)
        i--;
    return site_loc(la, la->counts.codes[i].code, site - s->site_base[i]);
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

static const char *race_hint(Hazard h, bool same_warp, bool same_insn) {
    if (same_insn)
        return "Let one thread write it, `if (threadIdx.x == 0)`, give each "
               "thread an element of its own, or use an atomic operation.";
    if (same_warp)
        return "Lanes of a warp may run in any order: put __syncwarp() "
               "between the two lines, or __syncthreads() where the whole "
               "block takes part.";
    switch (h) {
    case HAZARD_RAW:
        return "Put __syncthreads() between the line that writes and the line "
               "that reads; both must be outside of `if`s that only some "
               "threads take.";
    case HAZARD_WAR:
        return "Put __syncthreads() between the read and this write, so that "
               "all have read before anyone overwrites: a loop often needs "
               "one at its end, too.";
    default:
        return "Two threads must not write the same element between two "
               "barriers: is the index unique per thread? If they are meant "
               "to add up, use an atomic operation.";
    }
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

void shmem_report_race(Warp *w, const Insn *in, Hazard h, int lane,
                       uint32_t offset, uint32_t bytes, uint32_t record,
                       uint16_t site) {
    const Launch *la = w->block->launch;
    SimTrap *t = warp_note_begin(w, in, SIM_TRAP_SHARED_RACE, 1u << lane);
    if (!t) return;
    SrcLoc there = site_place(w->block->shmem, la, site);
    Who me = who_is(w, lane), you = who_of(la, (record & SHMEM_THREAD) >> 2);
    bool same_warp = (record & SHMEM_WARP) >> 7 == w->index;
    bool same_insn = h == HAZARD_WAW && there.line == t->line && same_warp;

    report_fill(t, la, offset, bytes, memop_of(in)->access);
    fill_other(t, la, there, you);
    snprintf(t->hint, sizeof t->hint, "%s", race_hint(h, same_warp, same_insn));
    if (!t->has_other) { // another thread; where is not known
        t->other_file = "";
        t->other_line = 0;
    }
    say_race(t, h, me, you);
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
    char line[24] = "";
    if (t->other_line) snprintf(line, sizeof line, " (line %d)", t->other_line);
    trap_say(t,
             "Thread (%u,%u,%u) %s %s before thread (%u,%u,%u) of the block "
             "writes it%s: there is no barrier between the two",
             t->thread[0], t->thread[1], t->thread[2],
             e->is_atomic ? "updates" : "reads", t->variable, you.thread[0],
             you.thread[1], you.thread[2], line);
}

void shmem_report_blank(const ShmemEarly *e, uint32_t record, uint16_t site) {
    Warp *w = e->w;
    const Launch *la = w->block->launch;
    uint32_t me = w->index << 7 | (uint32_t)e->lane << 2;
    bool is_race = record && ((record ^ me) & SHMEM_THREAD);
    if (!is_race && insn_in_library(la, e->code, e->in)) return;
    SimTrap *t = warp_note_at(
        w, e->code, e->in,
        is_race ? SIM_TRAP_SHARED_RACE : SIM_TRAP_BLANK_SHARED, 1u << e->lane);
    if (!t) return;
    report_fill(t, la, e->offset, e->bytes, e->is_atomic ? "atomic" : "read");
    if (!is_race) {
        say_blank(t, e);
        return;
    }
    Who you = who_of(la, (record & SHMEM_THREAD) >> 2);
    bool same_warp = !((record ^ me) & SHMEM_WARP);
    fill_other(t, la, site_place(w->block->shmem, la, site), you);
    snprintf(t->hint, sizeof t->hint, "%s",
             race_hint(HAZARD_RAW, same_warp, false));
    say_early(t, e, you);
}
