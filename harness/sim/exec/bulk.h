// Bulk copies: what those of bytes in a row (async_bulk.c) and those by tensor
// maps (async_tensor.c) share.
#ifndef SIM_EXEC_BULK_H
#define SIM_EXEC_BULK_H

#include "sim/core/async.h"
#include "sim/decode/decoder.h"
#include "sim/decode/memop.h"

// How cp.reduce.async.bulk combines elements.
typedef struct BulkOp {
    Mod op;
    Type type;
    int size;
    void (*apply)(void *to, const void *from);
} BulkOp;

// At Insn.ptr.
typedef struct BulkInsn {
    MemOp global;   // first, so that memop_of() holds: the global side
    MemOp to, from; // the shared sides; base and offset only
    MemOp mbarrier;
    Slot size, ctas;  // ctas: mask of the multicast, or SLOT_NONE
    const BulkOp *op; // NULL: a copy
    bool from_shared;
    // of st.async and red.async: what they carry
    Slot reg[4];
    uint8_t nreg, reg_bits;
    // by a tensor map, whose address is the global side
    uint8_t rank; // 0: none
    Mod reduce;   // MOD_COUNT: a copy
    Slot at[5];   // coordinates
} BulkInsn;

// The reduction by `op` of elements of type t; NULL: there is none.
const BulkOp *bulk_op(Mod op, Type t);
// That which a statement names.
const BulkOp *bulk_op_of(const Stmt *s);
// to becomes from, or the two are combined.
void bulk_move(const BulkOp *op, uint8_t *to, const uint8_t *from,
               uint32_t bytes);

// The address that lane l names.
uint64_t bulk_address(const Warp *w, const MemOp *op, uint32_t l);
// Binds operand i, which must be an address.
bool bulk_bind(Decoder *d, const Stmt *s, int i, Space space, Insn *in,
               MemOp *op, const char *access);
// A copy that completes on the mbarrier of b, to be filled in.
BulkCopy *bulk_new(Block *b, Warp *w, const Insn *in, uint32_t mbarrier);
// The block that a copy of lane l goes to, and where the bytes and the mbarrier
// that counts them lie in its shared memory. NULL: w has trapped.
Block *bulk_destination(Warp *w, const Insn *in, uint32_t l, uint32_t bytes,
                        uint32_t align, uint32_t *to, uint32_t *mbarrier);
// Calls issue for the block of the copy, or for each of the multicast.
typedef bool (*BulkIssue)(void *ctx, Block *b);
bool bulk_each_block(Warp *w, const Insn *in, uint32_t l, Block *b,
                     BulkIssue issue, void *ctx);
// False: [to, to + bytes) or the mbarrier is not in b's shared memory.
bool bulk_fits(Warp *w, const Insn *in, uint32_t l, const Block *b, uint32_t to,
               uint32_t bytes, uint32_t mbarrier);

// ---- async_tensor.c
// Moves the box of c into the shared memory of b.
void tensor_complete(Block *b, const BulkCopy *c);
bool select_tensor(Decoder *d, const Stmt *s, Insn *in);

#endif
