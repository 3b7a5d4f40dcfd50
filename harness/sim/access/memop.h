// What loads, stores and atomics have in common: operands, addresses, bounds.
#ifndef SIM_MEMOP_H
#define SIM_MEMOP_H

#include "sim/cache/cache.h"
#include "sim/mem/shape.h"
#include "sim/state/exec.h"

// A load as part of a wider one.
typedef struct Wider {
    uint8_t bytes;  // of it, or 0: it is none
    uint8_t before; // of those, before this load's
} Wider;

// Behind Insn.ptr.
typedef struct MemOp {
    int64_t offset; // added to every lane's base
    Slot base;      // SLOT_NONE: the address is the offset
    bool base32;    // of 32 bits
    Space space;
    bool in_cluster;    // perhaps in the shared memory of another block
    bool in_frame;      // local and .param variables: relative to the stack
    bool is_signed;     // a load extends the sign
    bool at_l2;         // skips L1
    bool read_only;     // through the read-only cache
    MemOrder order;     // atomics without one are relaxed
    MemScope scope;     // of order; device if the text names none
    bool is_plain;      // weak, through L1
    bool begins_round;  // the loads behind it do not wait for it (chain.c)
    bool is_wide;       // an element of 128 bits, kept as two of 64
    bool is_store;      // a plain one: reg holds what it writes
    uint8_t size;       // bytes of an element
    uint8_t nreg;       // elements per lane
    uint8_t bytes;      // size * nreg
    uint8_t reg_bits;   // of each register: 16, 32 or 64
    Wider wider;        // a load of shared memory (merge.c)
    bool spins;         // a load that waits for another block (spin.c)
    Slot reg[8];        // destinations of a load, sources of a store
    const char *access; // "read", "write", "atomic"
    // Moves one element of each lane between registers and memory that lies in
    // one piece (exec/mem.c): by size, sign and register.
    void (*gather)(void *d, const Access *a, const uint8_t *base);
    void (*scatter)(const void *s, const Access *a, uint8_t *base);
    bool is_gated;  // an atomic that waits for its block's turn (study.h)
    bool is_posted; // one of them that need not wait: nobody sees its result
    bool is_free;   // one whose order makes no difference
    // The allocation that the last access lay in. Read and written as one word,
    // and an Alloc never moves (mem.h): safe for several workers, at worst a
    // cache that does not hit.
    const Alloc *seen;
} MemOp;

// Fills op from a statement whose address is operand o in `space`; sets in->ptr
// to it, and the site. The caller fills registers and access. Returns op.
MemOp *memop_init(Decoder *d, const Stmt *s, const Operand *o, Space space,
                  Insn *in, MemOp *op);
// The wider load of shared memory that ptxas makes of the statement that is
// decoded and its neighbours, if their addresses are multiples of its size
// (merge.c).
Wider decoder_wider(const Decoder *d);
// Whether the load that is decoded waits for another block (spin.c); its entry
// is told.
bool decoder_spins(Decoder *d, const MemOp *op);
// The two halves of a 128-bit register, or of the unwanted `_`.
void memop_halves(Decoder *d, const Operand *o, bool is_dst, Slot out[2]);
// The space that a statement names, SPACE_GENERIC if none.
Space memop_space(const Stmt *s);
// The scope that a statement names, the device's if none.
MemScope memop_scope(const Stmt *s);
// Element size and count, in op and in; false (refused) if the type or the
// vector is not simulated.
bool memop_type(Decoder *d, const Stmt *s, MemOp *op, Insn *in);

static inline MemOp *memop_of(const Insn *in) {
    return (MemOp *)(uintptr_t)in->ptr;
}

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
    return access_within(a, 0, w->block->shared_bytes) ||
           memop_check_shared(w, in, a);
}

// Where the bytes of a checked access to global memory are: a lane's at
// base + its address. Where lanes use device and host memory in one access,
// their addresses become those of the bytes: count before.
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

// What an atomic counts beyond its sectors and wavefronts (exec/atom.c).
void atom_count_global(Warp *w, const Insn *in, const Access *a,
                       const Footprint *f);
void atom_count_shared(Warp *w, const Insn *in, const Access *a);

#endif
