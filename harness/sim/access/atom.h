// atom and red, decoded, and how they change memory.
#ifndef SIM_ATOM_H
#define SIM_ATOM_H

#include "sim/access/address.h"
#include "sim/access/atom_ops.h"

// An operation on the lanes of a at base: operands b and c, old values into
// result unless it is NULL. Returns whether memory changed.
typedef bool AtomBulk32(uint32_t *result, const uint32_t *b, const uint32_t *c,
                        const Access *a, uint8_t *base);
typedef bool AtomBulk64(uint64_t *result, const uint64_t *b, const uint64_t *c,
                        const Access *a, uint8_t *base);

// At Insn.ptr: a MemOp first, so that memop_of() holds.
typedef struct AtomInsn {
    MemOp mem; // reg: the operands b of each element
    AtomOp op;
    AtomOp op_shared; // where shared memory computes otherwise
    bool is_float;
    bool is_swap;     // compares first
    bool is_loop;     // in shared memory: tries until nobody came between
    bool has_result;  // that something reads
    bool is_constant; // adds the same immediate for every lane
    bool is_uniform;  // one address for all lanes, as ptxas can see
    // Of all lanes at once, for op and op_shared; NULL: one at a time.
    AtomBulk32 *bulk32[2];
    AtomBulk64 *bulk64[2];
    Slot second;    // c of cas, or SLOT_NONE; of 128 bits the low half
    Slot result[8]; // SLOT_NONE for red
} AtomInsn;

// The loop over lanes for an operation, as wide as its registers, or NULL.
AtomBulk32 *atom_bulk_32(AtomOp op);
AtomBulk64 *atom_bulk_64(AtomOp op);

// The register of a lane that is 16, 32 or 64 bits wide.
uint64_t atom_operand(const Warp *w, Slot s, int bits, int l);
// One element of 2, 4 or 8 bytes. Returns what was there.
uint64_t atom_update(uint8_t *p, int size, AtomOp op, uint64_t b, uint64_t c);

// All lanes of a, lowest first, or highest first if the launch says so (a GPU
// promises neither); op is x's for global or for shared memory.
void atom_apply(Warp *w, const AtomInsn *x, const Access *a, AtomOp op,
                uint8_t *base);
// The same of a free one, while other workers may be at the same words.
void atom_apply_free(const Warp *w, const AtomInsn *x, const Access *a,
                     uint8_t *base);

// Counts what an atomic costs beyond its sectors and wavefronts (atom_count.c).
void atom_count_global(Warp *w, const Insn *in, const Access *a,
                       const Footprint *f);
void atom_count_shared(Warp *w, const Insn *in, const Access *a);

#endif
