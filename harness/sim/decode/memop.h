// The parts that loads, stores and atomics have in common, decoded.
#ifndef SIM_MEMOP_H
#define SIM_MEMOP_H

#include "sim/decode/insn.h"
#include "sim/mem/mem.h"
#include "sim/mem/sectors.h"

// A load as part of a wider one.
typedef struct Wider {
    uint8_t bytes;  // of it, or 0: it is none
    uint8_t before; // of those, before this load's
} Wider;

// The place of a load among the cycles of its block: for kernels that read the
// clock (core/clock.h).
typedef struct LoadTime {
    float at;      // cycles of a warp alone, from the block's beginning
    float rounds;  // that begin with it; less than 1 in a loop that is unrolled
    int block;     // of the code
    bool overlaps; // with the code after it in the block
} LoadTime;

// At Insn.ptr.
typedef struct MemOp {
    int64_t offset; // added to every lane's base
    Slot base;      // SLOT_NONE: the address is the offset
    bool base32;    // of 32 bits
    Space space;
    uint32_t lo, hi;    // shared memory: its address lies in [lo, hi), those of
                        // an array if it is known, else 0 and UINT32_MAX
    bool in_cluster;    // perhaps in the shared memory of another block
    bool in_frame;      // local and .param variables: relative to the stack
    bool is_signed;     // a load extends the sign
    bool at_l2;         // skips L1
    bool read_only;     // through the read-only cache
    MemOrder order;     // atomics without one are relaxed
    MemScope scope;     // of order; device if the text names none
    bool is_plain;      // weak, through L1
    bool begins_round;  // the loads behind it do not wait for it (chain.c)
    LoadTime time;      // of a load
    bool is_wide;       // an element of 128 bits, kept as two of 64
    bool is_store;      // a plain one: reg holds what it writes
    bool is_stmatrix;   // lane 8 i + r writes row r of the matrix in reg[i]
    bool is_turned;     // and the matrix is transposed first
    uint8_t size;       // bytes of an element
    uint8_t nreg;       // elements per lane
    uint8_t bytes;      // size * nreg
    uint8_t reg_bits;   // of each register: 16, 32 or 64
    Wider wider;        // a load of shared memory (merge.c)
    bool spins;         // a load that waits for another block (spin.c)
    bool follows;       // a store that L1 joins with the one before (merge.c)
    Slot reg[8];        // destinations of a load, sources of a store
    const char *access; // "read", "write", "atomic"
    // Moves one element of each lane between registers and memory that lies in
    // one piece (exec/mem.c): by size, sign and register.
    void (*gather)(void *d, const Access *a, const uint8_t *base);
    void (*scatter)(const void *s, const Access *a, uint8_t *base);
    bool is_gated; // an atomic that waits for its block's turn (independence.h)
    bool
        is_deferrable; // one of them that need not wait: nobody sees its result
    bool is_free;      // one whose order makes no difference
    bool compares;     // an atomic that looks again: cas, min, max
    // The allocation that the last access lay in. Read and written as one word,
    // and an Alloc never moves (mem.h): safe for several workers, at worst a
    // cache that does not hit.
    const Alloc *seen;
} MemOp;

// Fills op from a statement whose address is operand o in `space`; sets in->ptr
// to it, and the site. The caller fills registers and access. Returns op.
MemOp *memop_init(Decoder *d, const Stmt *s, const Operand *o, Space space,
                  Insn *in, MemOp *op);
// For a load, a store or an atomic whose address is o, made by memop_init: the
// array of shared memory that it is about, or the parameter, as far as it is
// known (roots.c).
void memop_array(Decoder *d, const Operand *o, const Insn *in, MemOp *op);
// The wider load of shared memory that ptxas makes of the statement that is
// decoded and its neighbours, if their addresses are multiples of its size
// (merge.c).
Wider decoder_wider(const Decoder *d);
// True if the store that is decoded goes to a word beside one that the same
// warp has just stored (merge.c).
bool decoder_follows(const Decoder *d);
// True if the load that is decoded waits for another block (spin.c); tells its
// entry.
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

#endif
