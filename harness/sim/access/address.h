// Computes the addresses of the lanes of a load, a store or an atomic, and
// checks them.
#ifndef SIM_ADDRESS_H
#define SIM_ADDRESS_H

#include "sim/core/block.h"
#include "sim/core/lanes.h"
#include "sim/decode/memop.h"
#include "sim/mem/shape.h"

// Fills a->at for all 32 lanes from the instruction's base and offset, and
// classifies under a->lanes and a->bytes: a 32-bit register, a 64-bit one, or
// whatever it is.
static inline void memop_shape_32(const Warp *w, const MemOp *op, Access *a) {
    access_shape_32(a, unit(w, op->base)->u32, (uint32_t)op->offset);
}
static inline void memop_shape_64(const Warp *w, const MemOp *op, Access *a) {
    access_shape_64(a, unit64(w, op->base)->u64, (uint64_t)op->offset);
}
void memop_shape(const Warp *w, const MemOp *op, Access *a);
// Only the addresses.
void memop_addresses(const Warp *w, const MemOp *op, Access *a);

// Each checks the lanes' classified accesses and returns true, or traps. Global
// checks one live allocation per lane; constants may not be written.
bool memop_check_global(Warp *w, const Insn *in, const Access *a);
bool memop_check_shared(Warp *w, const Insn *in, const Access *a);
// As memop_check_shared, in the shared memory of another block.
bool memop_check_shared_of(Warp *w, const Insn *in, const Access *a,
                           const Block *b);
bool memop_check_local(Warp *w, const Insn *in, const Access *a);
bool memop_check_param(Warp *w, const Insn *in, const Access *a);

static inline bool access_within(const Access *a, uint64_t lo, uint64_t hi) {
    return !(a->low & (a->bytes - 1)) && a->lo >= lo && a->hi <= hi &&
           a->lo < a->hi;
}
// The same for what is nearly always so, in line: nothing is wrong, and the
// allocation is the last one.
static inline bool memop_good_global(Warp *w, const Insn *in, const Access *a) {
    const Alloc *seen = __atomic_load_n(&memop_of(in)->seen, __ATOMIC_RELAXED);

    return (seen && access_within(a, seen->lo, seen->hi)) ||
           memop_check_global(w, in, a);
}
static inline bool memop_good_shared(Warp *w, const Insn *in, const Access *a) {
    const MemOp *op = memop_of(in);

    return access_within(a, op->lo, min_of(op->hi, w->block->shared_bytes)) ||
           memop_check_shared(w, in, a);
}

// Finds the bytes of a checked access to global memory: a lane's are at base +
// its address. If lanes use device and host memory in one access, their
// addresses become those of the bytes: count before.
uint8_t *memop_base_mixed(const Warp *w, Access *a);
static inline uint8_t *memop_base(const Warp *w, const MemOp *op, Access *a) {
    const Alloc *seen = __atomic_load_n(&op->seen, __ATOMIC_RELAXED);

    if (seen && a->lo >= seen->lo && a->hi <= seen->hi)
        return (uint8_t *)(uintptr_t)seen->shift;
    return memop_base_mixed(w, a);
}

// Takes the lanes of `left` whose generic addresses lie in the same window as
// the lowest's: a->lanes becomes those, their addresses offsets into the
// window, and a is classified. Returns the window's space.
Space memop_take_window(Access *a, uint32_t left);

#endif
