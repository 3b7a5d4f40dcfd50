#include "sim/access/address.h"

#include "sim/check/undefined.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/code.h"

#include <string.h>

void memop_addresses(const Warp *w, const MemOp *op, Access *a) {
    uint64_t offset = (uint64_t)op->offset;

    if (op->base == SLOT_NONE) {
        VECTOR_LOOP
        LANES
            a->at[l] = offset;
    } else if (op->base32) {
        const uint32_t *r = unit(w, op->base)->u32;
        VECTOR_LOOP
        LANES
            a->at[l] = (uint32_t)(r[l] + (uint32_t)offset);
    } else {
        const uint64_t *r = unit64(w, op->base)->u64;
        VECTOR_LOOP
        LANES
            a->at[l] = r[l] + offset;
    }
    if (!op->in_frame) return;
    VECTOR_LOOP
    LANES
        a->at[l] += w->local.sp[l];
}

void memop_shape(const Warp *w, const MemOp *op, Access *a) {
    if (op->in_frame || op->base == SLOT_NONE) {
        memop_addresses(w, op, a);
        access_shape_any(a);
    } else if (op->base32) {
        memop_shape_32(w, op, a);
    } else {
        memop_shape_64(w, op, a);
    }
}

static Space window_of(uint64_t address, uint64_t *base) {
    *base = address & ~(uint64_t)(MEM_WINDOW - 1);
    if (*base == MEM_SHARED_BASE) return SPACE_SHARED;
    if (*base == MEM_LOCAL_BASE) return SPACE_LOCAL;
    if (*base == MEM_PARAM_BASE) return SPACE_PARAM;
    *base = 0;
    return SPACE_GLOBAL;
}

Space memop_take_window(Access *a, uint32_t left) {
    uint64_t base, other, high = 0;
    Space space = window_of(a->at[__builtin_ctz(left)], &base);

    LANES
        high |= a->at[l];
    if (high < MEM_PARAM_BASE) { // no lane, idle ones included, is in a window
        a->lanes = left;
        access_classify(a);
        return SPACE_GLOBAL;
    }
    a->lanes = 0;
    for (uint32_t m = left; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (window_of(a->at[l], &other) != space) continue;
        a->lanes |= 1u << l;
        a->at[l] -= base;
    }
    access_classify(a);
    return space;
}

// ---- bounds

static bool trap(Warp *w, const Insn *in, SimTrapKind kind, uint32_t lanes,
                 uint64_t address, uint32_t bytes) {
    warp_trap(w, in, kind, lanes, address, memop_of(in)->access, bytes);
    return false;
}

static bool check_aligned(Warp *w, const Insn *in, const Access *a) {
    uint32_t bad = 0;

    if (!(a->low & (a->bytes - 1))) return true;
    for (uint32_t m = a->lanes; m; m &= m - 1)
        if (a->at[__builtin_ctz(m)] & (a->bytes - 1)) bad |= m & -m;
    if (!bad) return true; // it was an idle lane's
    return trap(w, in, SIM_TRAP_MISALIGNED, bad, a->at[__builtin_ctz(bad)],
                a->bytes);
}

// Traps for the lanes whose access does not lie in [0, size). The address in
// the message is the one the program used: with the window, if it is generic.
static bool check_window(Warp *w, const Insn *in, const Access *a,
                         uint64_t size, uint64_t window) {
    uint32_t bad = 0;

    if (!check_aligned(w, in, a)) return false;
    if (a->lo < a->hi && a->hi <= size) return true;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        if (size < a->bytes || p > size - a->bytes) bad |= m & -m;
    }
    if (memop_of(in)->space != SPACE_GENERIC) window = 0;
    return trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, bad,
                a->at[__builtin_ctz(bad)] + window, a->bytes);
}

bool memop_check_shared_of(Warp *w, const Insn *in, const Access *a,
                           const Block *b) {
    return check_window(w, in, a, b->shared_bytes, MEM_SHARED_BASE);
}

// Lanes whose access does not lie in the array that its address is made from. A
// load from elsewhere in the block's memory is wrong as soon as what it brings
// is used: before that, a loop may have loaded one element too many.
static bool check_array(Warp *w, const Insn *in, const Access *a) {
    const MemOp *op = memop_of(in);
    uint32_t bad = 0, beyond = 0;

    if (!check_aligned(w, in, a)) return false;
    FOR_LANES(l, a->lanes) {
        uint64_t p = a->at[l], end = p + a->bytes;
        if (p < op->lo || end > op->hi) bad |= 1u << l;
        if (end > w->block->shared_bytes) beyond |= 1u << l;
    }
    if (!bad) return true;
    uint64_t p = a->at[__builtin_ctz(bad)];
    if (beyond || *op->access != 'r')
        return trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, bad, p, a->bytes);
    SimTrap t = trap_draft(w, w->code, in, SIM_TRAP_OUT_OF_BOUNDS, bad);
    trap_access(&t, w, in, p, op->access, a->bytes);
    if (undefined_begin(w, w->code, in, bad, &t)) w->careful = in + 1;
    return true;
}

bool memop_check_shared(Warp *w, const Insn *in, const Access *a) {
    if (memop_of(in)->hi != UINT32_MAX) return check_array(w, in, a);
    return check_window(w, in, a, w->block->shared_bytes, MEM_SHARED_BASE);
}

bool memop_check_param(Warp *w, const Insn *in, const Access *a) {
    return check_window(w, in, a, w->block->launch->code->param_bytes,
                        MEM_PARAM_BASE);
}

// A frame ends at the stack pointer plus what its function declares; addresses
// below belong to callers, who may pass them down.
bool memop_check_local(Warp *w, const Insn *in, const Access *a) {
    uint32_t frame = w->code->local_bytes, bad = 0, least = UINT32_MAX;

    if (!check_aligned(w, in, a)) return false;
    LANES
        least =
            min_of(least, w->local.sp[l]); // idle lanes too: simpler, no wrong
    if (a->lo < a->hi && a->hi <= (uint64_t)least + frame) return true;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        uint64_t end = (uint64_t)w->local.sp[l] + frame + w->local.dynamic[l];
        if (end < a->bytes || a->at[l] > end - a->bytes) bad |= m & -m;
    }
    if (!bad) return true;
    return trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, bad, a->at[__builtin_ctz(bad)],
                a->bytes);
}

enum { NULL_ZONE = 1 << 20, NEAR = 1 << 16, BELOW = 1 << 24 };
#define USER_SPACE (1ull << 48) // addresses of a process lie below

// The kind of an error: an access that lies in no live allocation, or not in
// the one that it means.
static SimTrapKind fault_kind(const Warp *w, const Insn *in, uint64_t address) {
    const Launch *la = w->block->launch;
    const Mem *m = la->memory.mem;
    const Alloc *a = mem_find(m, address), *own = trap_meant(w, in);

    if (own && (address < own->lo || address >= own->hi) &&
        la->memory.devices >> own->device & 1)
        return SIM_TRAP_OUT_OF_BOUNDS;
    if (a && !(la->memory.devices >> a->device & 1))
        return SIM_TRAP_OTHER_DEVICE;
    a = mem_nearest(m, address);
    if (mem_in_arena(m, address)) {
        bool freed =
            a && a->kind == ALLOC_FREED && address >= a->lo && address < a->hi;
        return freed ? SIM_TRAP_AFTER_FREE : SIM_TRAP_OUT_OF_BOUNDS;
    }
    if (address < NULL_ZONE || address >= USER_SPACE)
        return SIM_TRAP_OUT_OF_BOUNDS;
    // before the first memory of the device: an index below 0
    if (mem_in_arena(m, address + BELOW)) return SIM_TRAP_OUT_OF_BOUNDS;
    // past the end of an array that the host registered
    if (a && !mem_in_arena(m, a->lo) && address >= a->lo &&
        address < a->hi + NEAR)
        return SIM_TRAP_OUT_OF_BOUNDS;
    return SIM_TRAP_HOST_POINTER;
}

static const Alloc *alloc_seen(const MemOp *op) {
    return __atomic_load_n(&op->seen, __ATOMIC_RELAXED);
}

// Constants may not be written, nor memory of another device be used at all
// unless the program made it a peer.
static bool may_use(const Warp *w, const MemOp *op, const Alloc *a) {
    if (a->kind == ALLOC_CONST && op->access[0] != 'r') return false;
    return w->block->launch->memory.devices >> a->device & 1 ||
           a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED;
}

// The only allocation that the access may lead to, or NULL.
static const Alloc *array_meant(const Warp *w, const Insn *in) {
    return mem_is_apart() ? trap_meant(w, in) : NULL;
}

// Lane by lane: the warp spans allocations, or something is wrong.
static bool check_lanes(Warp *w, const Insn *in, const Access *a,
                        const Alloc *own) {
    const Mem *m = w->block->launch->memory.mem;
    const MemOp *op = memop_of(in);
    const Alloc *in_it = NULL;
    uint32_t bad = 0;

    for (uint32_t left = a->lanes; left; left &= left - 1) {
        uint64_t p = a->at[__builtin_ctz(left)];
        if (!in_it || p < in_it->lo || p >= in_it->hi) in_it = mem_find(m, p);
        if (!in_it || in_it->hi - p < a->bytes || !may_use(w, op, in_it) ||
            (own && in_it != own))
            bad |= left & -left;
    }
    if (!bad) return true;
    uint64_t p = a->at[__builtin_ctz(bad)];
    return trap(w, in, fault_kind(w, in, p), bad, p, a->bytes);
}

bool memop_check_global(Warp *w, const Insn *in, const Access *a) {
    MemOp *op = memop_of(in);
    const Alloc *seen = alloc_seen(op);

    if (!check_aligned(w, in, a)) return false;
    if (seen && a->lo >= seen->lo && a->hi <= seen->hi && a->lo < a->hi)
        return true;
    seen = mem_find(w->block->launch->memory.mem, a->lo);
    const Alloc *own = array_meant(w, in);
    if (!seen || a->hi > seen->hi || a->hi <= a->lo || !may_use(w, op, seen) ||
        (own && seen != own))
        return check_lanes(w, in, a, own);
    __atomic_store_n(&op->seen, seen, __ATOMIC_RELAXED);
    return true;
}

uint8_t *memop_base_mixed(const Warp *w, Access *a) {
    const Mem *mem = w->block->launch->memory.mem;

    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        a->at[l] = (uint64_t)(uintptr_t)mem_bytes(mem, a->at[l]);
    }
    a->shape = SHAPE_GENERAL;
    return NULL;
}
