// Lanes that walk past a barrier of their warp.
//
// A block is past a barrier if a path of forward edges leads from the barrier
// to it: blocks are numbered so that those are the edges to larger numbers. The
// way out (nothing but jumps and a return) is not, because early returns share
// it.
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"
#include "sim/exec/barrier.h"

#include <stdio.h>

typedef struct Past {
    const Insn *barrier;
    uint8_t *block; // [code->nblocks]
    struct Past *next;
} Past;

static uint32_t block_at(const Code *c, const Insn *in) {
    uint32_t i = (uint32_t)(in - c->insns), lo = 0, hi = c->nblocks;
    while (hi - lo > 1) {
        uint32_t mid = (lo + hi) / 2;
        if (c->blocks[mid].first <= i)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static bool only_leaves(const Code *c, const BasicBlock *b) {
    for (uint32_t i = 0; i < b->n; i++) {
        InsnKind k = c->insns[b->first + i].kind;
        if (k != INSN_BLOCK && k != INSN_JUMP && k != INSN_RET &&
            k != INSN_EXIT)
            return false;
    }
    return true;
}

static void mark_target(const Code *c, uint8_t *reached, uint32_t from,
                        const Insn *target) {
    uint32_t to = block_at(c, target);
    if (to > from) reached[to] = 1;
}

static void mark_successors(const Code *c, uint8_t *reached, uint32_t from) {
    const BasicBlock *b = &c->blocks[from];
    const Insn *last = c->insns + b->first + b->n - 1;
    for (const Insn *in = c->insns + b->first; in <= last; in++) {
        if (in->kind == INSN_JUMP || in->kind == INSN_BRANCH)
            mark_target(c, reached, from, in->target);
    }
    bool falls = last->kind != INSN_JUMP && last->kind != INSN_RET &&
                 last->kind != INSN_EXIT;
    if (falls && from + 1 < c->nblocks) reached[from + 1] = 1;
}

static const Past *past_of(Warp *w, CodeCounts *counts, const Insn *barrier) {
    for (const Past *p = counts->past; p; p = p->next) {
        if (p->barrier == barrier) return p;
    }
    Arena *a = &w->block->launch->arena;
    const Code *c = counts->code;
    Past *p = arena_new(a, Past);
    *p = (Past){barrier, arena_array(a, uint8_t, c->nblocks), counts->past};
    counts->past = p;

    uint32_t at = block_at(c, barrier);
    p->block[at] = 1;
    for (uint32_t i = at; i < c->nblocks; i++) {
        if (p->block[i]) mark_successors(c, p->block, i);
    }
    p->block[at] = 0;
    for (uint32_t i = at; i < c->nblocks; i++) {
        if (only_leaves(c, &c->blocks[i])) p->block[i] = 0;
    }
    return p;
}

// Once groups have rotated a lane may be a loop iteration behind, so that it is
// past the barrier and before it.
bool barrier_skipped(Warp *w, const Insn *in) {
    if (w->rotation.count) return false;
    FOR_LANES(l, w->wait.lanes) {
        const Insn *at = w->wait.lane[l].at;
        if (!is_aligned_barrier(at) || w->lane.counts[l] != w->counts ||
            w->lane.base[l] != w->base)
            continue;
        if (!past_of(w, w->counts, at)->block[in->imm]) continue;

        SrcLoc there = insn_loc(w->block->launch, w->code, in);
        char line[24] = "";
        if (there.line) snprintf(line, sizeof line, ", at line %d", there.line);
        warp_trap_text(w, at, SIM_TRAP_BARRIER, 1u << l,
                       "Lane %u waits at this barrier, lane %d of the same "
                       "warp is past it%s",
                       l, lowest(w->group), line);
        if (there.line) warp_trap_other(w, there);
        return true;
    }
    return false;
}
