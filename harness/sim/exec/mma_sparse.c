// mma.sp: a product whose A keeps two of each four columns. PTX ISA, "Sparse
// matrix storage" and "Matrix Fragments for sparse mma.m16n8k16 with .f16".
//
// A of 16 rows and k columns is stored as 16 rows of k / 2 elements, spread as
// a dense A of that width. Metadata says where each of them stood: two bits an
// element, four for each four columns, the first element's below.
//
//     row of A           0 7 0 2 | 5 1 0 0
//     stored             7 2 5 1                     columns 1 3 | 0 1 of 4
//     metadata           01 00 | 11 01               bits 7 ... 0
//
// A lane's word has 16 columns of two rows: row g = lane / 4 in its lower half,
// row g + 8 in its upper one. With k 16 one lane of each quad gives its word,
// with k 32 two do, columns 0-15 and 16-31; the selector says which:
//
//     k 16   selector 0, 1, 2, 3: lane 0, 1, 2, 3 of the quad
//     k 32   selector 0, 1: lanes 0 and 1, lanes 2 and 3
//
// Of B the warp has all k rows. The hardware makes k / 2 products for each
// result, which is what is counted and what is added at once; how it rounds has
// not been compared with a GPU.
#include "sim/check/undefined.h"
#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/mma_insn.h"

enum { EACH = 8 }; // elements that a half of a lane's word is about

bool mma_is_sparse(const Stmt *s) {
    return stmt_has(s, MOD_SP) || stmt_has(s, MOD_SP_ORDERED);
}

// Words of a quad that count.
static int words_of(const MmaOp *op) {
    return op->tile.k / EACH;
}

bool mma_fill_sparse(Decoder *d, const Stmt *s, MmaOp *op, int k) {
    bool halves = op->tile.a == TYPE_F16 || op->tile.a == TYPE_BF16;
    const Operand *which = &s->opnd[5];

    if (!halves || s->nopnds != 6)
        return decoder_refuse(d, "a sparse matrix product of this type");
    if (which->kind != OPND_IMM ||
        (uint64_t)which->imm >= (uint64_t)(4 / words_of(op)))
        return decoder_refuse(d, "a sparsity selector that is not 0 to %d",
                              4 / words_of(op) - 1);
    op->is_sparse = true;
    op->is_ordered = stmt_has(s, MOD_SP_ORDERED);
    op->selector = (uint8_t)which->imm;
    op->metadata = src(d, &s->opnd[4], 32);
    op->nb = mma_registers(8, k, op->tile.b);
    return true;
}

// The lane that has word q of the quad of rows g and g + 8.
static int word_lane(const MmaOp *op, int g, int q) {
    return 4 * g + op->selector * words_of(op) + q;
}

uint32_t mma_sparse_blank(Warp *w, const MmaOp *op) {
    uint32_t lanes = undefined_lanes(w, op->metadata), rows = 0;

    for (int g = 0; g < 8; g++)
        for (int q = 0; q < words_of(op); q++)
            if (lanes >> word_lane(op, g, q) & 1) rows |= 0x101u << g;
    return rows;
}

// The first fault is told: the others mostly follow from it.
static void check_pair(Warp *w, const Insn *in, int lane, int row, int col,
                       int a, int b) {
    const MmaOp *op = in->ptr;
    const LaunchTraps *t = &w->block->launch->traps;

    if (a < b || (a > b && !op->is_ordered)) return;
    for (int i = 0; i < t->nnotes; i++)
        if (t->notes[i].kind == SIM_TRAP_METADATA) return;
    warp_note(w, in, SIM_TRAP_METADATA, 1u << lane,
              "Metadata of lane %d: of columns %d to %d of row %d it names "
              "places %d and %d, %s",
              lane, col, col + 3, row, a, b,
              a == b ? "twice the same one" : "which do not rise");
}

static void picks_of(Warp *w, const Insn *in, int lane, int q, int row,
                     uint32_t bits, uint8_t *pick) {
    for (int i = 0; i < EACH; i += 2, bits >>= 4) {
        int col = 2 * (EACH * q + i), a = bits & 3, b = bits >> 2 & 3;
        check_pair(w, in, lane, row, col, a, b);
        pick[i] = (uint8_t)(col + a);
        pick[i + 1] = (uint8_t)(col + b);
    }
}

void mma_sparse_tile(Warp *w, const Insn *in, const MmaRegs *r) {
    const MmaOp *op = in->ptr;
    const Lanes *words = unit(w, op->metadata);
    MmaPick pick;

    for (int g = 0; g < 8; g++)
        for (int q = 0; q < words_of(op); q++) {
            int lane = word_lane(op, g, q);
            uint32_t v = words->u32[lane];
            picks_of(w, in, lane, q, g, v & 0xffff, pick[g] + EACH * q);
            picks_of(w, in, lane, q, g + 8, v >> 16, pick[g + 8] + EACH * q);
        }
    mma_picked(&op->tile, r, pick, w->block->launch->gpu->cc);
}
