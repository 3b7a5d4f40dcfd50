// Frames: the register window, local memory and special registers of a call.
//
//   register stack, units          local memory, bytes, per lane
//   +----------+----------+        +----------+----------+
//   | kernel   | callee   | ...    | kernel   | callee   | ...
//   +----------+----------+        +----------+----------+
//   0          base                0          sp[lane]
//
// Lanes in different calls overlap in units but not in lanes. Stacks grow on
// demand, in the launch's arena.
#include "sim/core/frame.h"

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/decode/code.h"

#include <string.h>

void warp_enter(Warp *w, CodeCounts *counts, uint32_t base, uint32_t depth) {
    w->counts = counts;
    w->code = counts->code;
    w->base = base;
    w->depth = depth;
    w->bank[0] = w->stack.regs + base;
    w->bank[1] = (Lanes *)(uintptr_t)counts->code->consts;
    w->p = w->stack.preds + base;
}

static void *grown(Arena *a, const void *old, size_t old_bytes, size_t bytes) {
    void *new = arena_alloc(a, bytes, 1, _Alignof(Lanes));
    if (old_bytes) memcpy(new, old, old_bytes);
    return new;
}

void warp_reserve(Warp *w, uint32_t units, uint32_t depth) {
    Arena *a = &w->block->launch->arena;
    if (units > w->stack.units) {
        uint32_t n = max_of(units, 2 * w->stack.units);
        w->stack.regs = grown(a, w->stack.regs, w->stack.units * sizeof(Lanes),
                              n * sizeof(Lanes));
        w->stack.preds =
            grown(a, w->stack.preds, w->stack.units * sizeof *w->stack.preds,
                  n * sizeof *w->stack.preds);
        w->stack.units = n;
        w->bank[0] = w->stack.regs + w->base;
        w->p = w->stack.preds + w->base;
    }
    if (depth > w->stack.max_depth) {
        uint32_t n = max_of(depth, 2 * w->stack.max_depth);
        size_t row = WARP_SIZE * sizeof(Frame);
        w->stack.frames =
            grown(a, w->stack.frames, w->stack.max_depth * row, n * row);
        w->stack.max_depth = n;
    }
}

// Memory that a block has not written is zero, whatever ran before it.
uint8_t *warp_local(Warp *w, uint32_t bytes) {
    if (bytes <= w->local.bytes) return w->local.at;
    uint32_t n = (bytes + 15) & ~15u, had = w->local.bytes;
    if (n > w->local.room) {
        w->local.room = max_of(n, 2 * w->local.room);
        w->local.at =
            grown(&w->block->launch->arena, w->local.at,
                  (size_t)had * WARP_SIZE, (size_t)w->local.room * WARP_SIZE);
        w->local.wrote =
            grown(&w->block->launch->arena, w->local.wrote, had, w->local.room);
    }
    memset(w->local.at + (size_t)had * WARP_SIZE, 0,
           (size_t)(n - had) * WARP_SIZE);
    memset(w->local.wrote + had / 4, 0, n - had);
    w->local.bytes = n;
    return w->local.at;
}

void local_read(Warp *w, int l, uint32_t offset, void *to, uint32_t n) {
    uint8_t *local = warp_local(w, offset + n);
    uint8_t *out = to;
    for (uint32_t i = 0; i < n; i++)
        out[i] = *local_word(local, l, offset + i);
}

void local_write(Warp *w, int l, uint32_t offset, const void *from,
                 uint32_t n) {
    uint8_t *local = warp_local(w, offset + n);
    const uint8_t *in = from;
    for (uint32_t i = offset / 4; n && i <= (offset + n - 1) / 4; i++)
        w->local.wrote[i] |= 1u << l;
    for (uint32_t i = 0; i < n; i++)
        *local_word(local, l, offset + i) = in[i];
}

static const Lanes *lane_unit(const Warp *w, int l, Slot s) {
    const CodeCounts *c = w->lane.counts[l];
    if (s & SLOT_CONST)
        return (const Lanes *)c->code->consts + (s & ~SLOT_CONST);
    return w->stack.regs + w->lane.base[l] + s;
}

uint32_t lane_u32(const Warp *w, int l, Slot s) {
    return lane_unit(w, l, s)->u32[l];
}

uint64_t lane_u64(const Warp *w, int l, Slot s) {
    const void *u = lane_unit(w, l, s);
    return ((const Lanes64 *)u)->u64[l];
}

void lane_set_u32(Warp *w, int l, Slot s, uint32_t v) {
    w->stack.regs[w->lane.base[l] + s].u32[l] = v;
}

bool lane_pred(const Warp *w, int l, Slot s) {
    return w->stack.preds[w->lane.base[l] + s] >> l & 1;
}

void lane_set_pred(Warp *w, int l, Slot s, bool v) {
    uint32_t *p = &w->stack.preds[w->lane.base[l] + s];
    *p = (*p & ~(1u << l)) | (uint32_t)v << l;
}

// ---- special registers

static uint32_t lane_mask(Sreg r, int l) {
    uint32_t eq = 1u << l, lt = eq - 1;
    switch (r) {
    case SREG_LANEMASK_EQ: return eq;
    case SREG_LANEMASK_LT: return lt;
    case SREG_LANEMASK_LE: return lt | eq;
    case SREG_LANEMASK_GT: return ~(lt | eq);
    default: return ~lt; // GE
    }
}

// One that is the same for all lanes.
static uint32_t uniform_sreg(const Warp *w, Sreg r) {
    const Block *b = w->block;
    const Launch *la = b->launch;
    switch (r) {
    case SREG_NTID_X: return la->shape.block[0];
    case SREG_NTID_Y: return la->shape.block[1];
    case SREG_NTID_Z: return la->shape.block[2];
    case SREG_CTAID_X: return b->ctaid[0];
    case SREG_CTAID_Y: return b->ctaid[1];
    case SREG_CTAID_Z: return b->ctaid[2];
    case SREG_NCTAID_X: return la->shape.grid[0];
    case SREG_NCTAID_Y: return la->shape.grid[1];
    case SREG_NCTAID_Z: return la->shape.grid[2];
    case SREG_WARPID: return w->index;
    case SREG_NWARPID: return b->nwarps;
    case SREG_SMID: return b->sm;
    case SREG_NSMID: return (uint32_t)la->gpu->sms;
    case SREG_GRIDID: return la->shape.grid_id;
    case SREG_DYNAMIC_SMEM_SIZE: return la->shape.dynamic_shared;
    case SREG_TOTAL_SMEM_SIZE: return b->shared_bytes;
    case SREG_CLUSTERID_X:
    case SREG_CLUSTERID_Y:
    case SREG_CLUSTERID_Z: {
        int i = (int)(r - SREG_CLUSTERID_X);
        return b->ctaid[i] / max_of(la->shape.cluster[i], 1u);
    }
    case SREG_NCLUSTERID_X:
    case SREG_NCLUSTERID_Y:
    case SREG_NCLUSTERID_Z: {
        int i = (int)(r - SREG_NCLUSTERID_X);
        return la->shape.grid[i] / max_of(la->shape.cluster[i], 1u);
    }
    case SREG_CLUSTER_CTAID_X:
    case SREG_CLUSTER_CTAID_Y:
    case SREG_CLUSTER_CTAID_Z: {
        int i = (int)(r - SREG_CLUSTER_CTAID_X);
        return b->ctaid[i] % max_of(la->shape.cluster[i], 1u);
    }
    case SREG_CLUSTER_NCTAID_X:
    case SREG_CLUSTER_NCTAID_Y:
    case SREG_CLUSTER_NCTAID_Z:
        return max_of(la->shape.cluster[r - SREG_CLUSTER_NCTAID_X], 1u);
    case SREG_CLUSTER_CTARANK: return b->rank;
    case SREG_CLUSTER_NCTARANK: return max_of(la->shape.cluster_size, 1u);
    case SREG_IS_EXPLICIT_CLUSTER: return la->shape.cluster[0] != 0;
    case SREG_AGGR_SMEM_SIZE: return b->shared_bytes + 1024;
    case SREG_ENVREG1: return (uint32_t)(la->memory.workspace >> 32);
    case SREG_ENVREG2: return (uint32_t)la->memory.workspace;
    default: return 0; // those that change are read by mov itself
    }
}

uint32_t warp_sreg(const Warp *w, Sreg r, int lane) {
    switch (r) {
    case SREG_TID_X: return w->tid[0].u32[lane];
    case SREG_TID_Y: return w->tid[1].u32[lane];
    case SREG_TID_Z: return w->tid[2].u32[lane];
    case SREG_LANEID: return (uint32_t)lane;
    case SREG_LANEMASK_EQ:
    case SREG_LANEMASK_LT:
    case SREG_LANEMASK_LE:
    case SREG_LANEMASK_GT:
    case SREG_LANEMASK_GE: return lane_mask(r, lane);
    default: return uniform_sreg(w, r);
    }
}

// What warp_sreg gives, for all lanes at once: blocks begin often.
static void sreg_lanes(const Warp *w, Sreg r, Lanes *out) {
    if (r <= SREG_TID_Z) {
        *out = w->tid[r];
        return;
    }
    if (r == SREG_LANEID || (r >= SREG_LANEMASK_EQ && r <= SREG_LANEMASK_GE)) {
        LANES
            out->u32[l] = warp_sreg(w, r, l);
        return;
    }
    uint32_t v = uniform_sreg(w, r);
    LANES
        out->u32[l] = v;
}

void warp_fill_sregs(Warp *w, uint32_t lanes) {
    Lanes keep, v;
    mask_expand(&keep, lanes);
    for (Sreg r = 0; r < SREG_COUNT; r++) {
        Slot s = w->code->sreg_slot[r];
        if (s == SLOT_NONE) continue;
        Lanes *d = unit(w, s);
        sreg_lanes(w, r, &v);
        LANES
            d->u32[l] = (v.u32[l] & keep.u32[l]) | (d->u32[l] & ~keep.u32[l]);
    }
}

// Whether it differs between the blocks of a launch that a warp runs in.
static bool is_of_block(Sreg r) {
    switch (r) {
    case SREG_CTAID_X:
    case SREG_CTAID_Y:
    case SREG_CTAID_Z:
    case SREG_SMID:
    case SREG_CLUSTERID_X:
    case SREG_CLUSTERID_Y:
    case SREG_CLUSTERID_Z:
    case SREG_CLUSTER_CTAID_X:
    case SREG_CLUSTER_CTAID_Y:
    case SREG_CLUSTER_CTAID_Z:
    case SREG_CLUSTER_CTARANK: return true;
    default: return false;
    }
}

void block_find_sregs(Block *b) {
    const Code *c = b->launch->code;

    b->nsregs = 0;
    for (Sreg r = 0; r < SREG_COUNT; r++)
        if (c->sreg_slot[r] != SLOT_NONE && is_of_block(r))
            b->sregs[b->nsregs++] = r;
}

void warp_renew_sregs(Warp *w) {
    const Block *b = w->block;

    if (!w->has_sregs) {
        warp_fill_sregs(w, w->exist);
        w->has_sregs = true;
        return;
    }
    for (uint32_t i = 0; i < b->nsregs; i++) {
        uint32_t v = uniform_sreg(w, b->sregs[i]);
        Lanes *d = unit(w, w->code->sreg_slot[b->sregs[i]]);
        VECTOR_LOOP
        LANES
            d->u32[l] = v;
    }
}
