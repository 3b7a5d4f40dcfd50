// Declarations that mma, wmma and the loads and stores of matrices share.
#ifndef SIM_EXEC_MMA_H
#define SIM_EXEC_MMA_H

#include "sim/core/warp.h"
#include "sim/decode/insn.h"
#include "sim/exec/mma.h"

typedef struct MmaSlots { // of one tile
    Slot a[MMA_CORES], b[MMA_CORES / 2], c[4], d[4];
} MmaSlots;

// At Insn.ptr of a product: one tile, or the two that wmma is made of.
typedef struct MmaOp {
    MmaTile tile;
    int ntiles;
    int na, nb, nc, nd; // registers of a tile
    uint32_t flops;     // of all tiles, for the warp
    MmaSlots slots[2];
    bool is_sparse;   // A keeps two of four columns:
    bool is_ordered;  // promised to be named in rising order
    uint8_t selector; // which lanes of a quad name them
    Slot metadata;
} MmaOp;

const Insn *exec_mma(Warp *w, const Insn *in);

// The shape that a statement names; false if none.
bool mma_shape(const Stmt *s, int *m, int *n, int *k);
// Checks the tile's types with k and fills in what follows from them and from
// the statement's modifiers; m, n: of the whole product.
bool mma_fill(Decoder *d, const Stmt *s, MmaOp *op, int m, int n, int k);
// Binds the n registers of {a, b, ...} or of a alone.
bool mma_vector(Decoder *d, const Operand *o, int n, int bits, bool is_dst,
                Slot *out);
// Bits of a register that holds elements of type t.
int mma_bits_of(Type t);
// Puts a wait for all lanes of the warp before the instruction.
void mma_converge(Decoder *d, const Stmt *s);
// Notes an instruction for the whole warp that some of its lanes leave out.
void mma_note_partial(Warp *w, const Insn *in);
static inline void mma_check_lanes(Warp *w, const Insn *in) {
    if (__builtin_expect(w->active != UINT32_MAX, 0)) mma_note_partial(w, in);
}

// A sparse A (mma_sparse.c): binds the metadata and the selector of s; k: of
// the whole product, of which A keeps half.
bool mma_is_sparse(const Stmt *s);
bool mma_fill_sparse(Decoder *d, const Stmt *s, MmaOp *op, int k);
void mma_sparse_tile(Warp *w, const Insn *in, const MmaRegs *r);
// The rows (16 bits) of A whose metadata is undefined.
uint32_t mma_sparse_blank(Warp *w, const MmaOp *op);

// The small products that have a file of their own (mma_quads.c).
bool mma_is_quads(const Stmt *s);
bool select_mma_product(Decoder *d, const Stmt *s, Insn *in); // exec/mma.c
bool select_mma_quads(Decoder *d, const Stmt *s, Insn *in); // exec/mma_quads.c
bool select_wmma(Decoder *d, const Stmt *s, Insn *in);      // exec/wmma.c
bool select_wgmma(Decoder *d, const Stmt *s, Insn *in);     // exec/wgmma.c
bool select_matrix(Decoder *d, const Stmt *s, Insn *in);    // exec/matrix.c

#endif
