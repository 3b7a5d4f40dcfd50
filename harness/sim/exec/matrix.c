// ldmatrix, stmatrix, movmatrix: 8 by 8 matrices of 16 bits between shared
// memory and the lanes of a warp. PTX ISA, "ldmatrix", "stmatrix", "movmatrix".
//
// Lane 8 i + r names the address of row r of matrix i, 16 bytes; lane l gets
// elements 2 (l % 4) and the next of row l / 4: a core of mma.h. With .trans it
// gets elements of column l / 4.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/check/undefined.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/mma_insn.h"

#include <string.h>

enum { ROW_BYTES = 16, MATRIX_BYTES = 8 * ROW_BYTES };

typedef struct MatrixOp { // the MemOp first, for memop_of
    MemOp mem;
    int n; // matrices
    bool turned;
    Slot reg[4];
} MatrixOp;

// Element (i, j) becomes (j, i).
static void transpose(const uint16_t *from, uint16_t *to) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            to[j * 8 + i] = from[i * 8 + j];
}

// The lanes that name rows, checked and counted; false: trapped.
static bool reach(Warp *w, const Insn *in, Access *a, AccessKind kind) {
    const MatrixOp *op = in->ptr;
    uint32_t rows = op->n == 4 ? UINT32_MAX : (1u << 8 * op->n) - 1;

    a->bytes = ROW_BYTES;
    mma_check_lanes(w, in);
    memop_addresses(w, &op->mem, a);
    rows &= w->active; // of a warp that is not full
    if (!rows) return true;
    a->lanes = rows;
    if (op->mem.space == SPACE_GENERIC) {
        Space space = memop_take_window(a, rows);
        if (space != SPACE_SHARED || a->lanes != rows) {
            warp_trap_text(w, in, SIM_TRAP_OUT_OF_BOUNDS, rows,
                           "%s needs addresses in shared memory",
                           kind == ACCESS_LOAD ? "ldmatrix" : "stmatrix");
            return false;
        }
    } else {
        access_classify(a);
    }
    if (!memop_check_shared(w, in, a)) return false;
    observe_shared(w, in, a, kind);
    return true;
}

static void keep(Warp *w, Slot s, const uint32_t *v) {
    uint32_t *d = unit(w, s)->u32;
    LANES
        d[l] = (v[l] & w->mask.u32[l]) | (d[l] & ~w->mask.u32[l]);
}

// Of the rows that nobody wrote, the lanes that have got a part.
static void mark_rows(Warp *w, const MatrixOp *op) {
    uint32_t rows = undefined_found(w);
    for (int i = 0; i < op->n; i++) {
        uint32_t lanes = 0;
        for (int row = 0; row < 8; row++) {
            if (!(rows >> (8 * i + row) & 1)) continue;
            lanes |= op->turned ? 0x11111111u << row / 2 : 0xfu << 4 * row;
        }
        if (lanes) undefined_mark(w, op->reg[i], lanes);
    }
}

static const Insn *exec_ldmatrix(Warp *w, const Insn *in) {
    const MatrixOp *op = in->ptr;
    union {
        uint32_t u32[WARP_SIZE];
        uint16_t u16[WARP_SIZE * 2];
    } m, t, r[4];
    Access a;

    if (!reach(w, in, &a, ACCESS_LOAD)) return NULL;
    for (int i = 0; i < op->n; i++) {
        memset(&m, 0, sizeof m);
        for (int row = 0; row < 8; row++) {
            int l = 8 * i + row;
            if (w->active >> l & 1)
                memcpy(m.u32 + 4 * row, w->block->shared + a.at[l], ROW_BYTES);
        }
        if (op->turned) transpose(m.u16, t.u16);
        r[i] = op->turned ? t : m;
    }
    for (int i = 0; i < op->n; i++)
        keep(w, op->reg[i], r[i].u32);
    if (w->careful) mark_rows(w, op);
    return w->careful ? NULL : in + 1;
}

// The undefined elements of matrices that have gone to shared memory.
static void store_rows(Warp *w, const MatrixOp *op, const Access *a) {
    for (int i = 0; i < op->n; i++)
        for (uint32_t l = 0; l < WARP_SIZE; l++)
            for (uint32_t e = 0; e < 2; e++) {
                uint32_t x = l / 4, y = l % 4 * 2 + e; // row, column
                uint32_t row = 8 * (uint32_t)i + (op->turned ? y : x);
                if (a->lanes >> row & 1)
                    undefined_store(w, a, row, 2 * (op->turned ? x : y), 2,
                                    op->reg[i], l);
            }
}

static const Insn *exec_stmatrix(Warp *w, const Insn *in) {
    const MatrixOp *op = in->ptr;
    union {
        uint32_t u32[WARP_SIZE];
        uint16_t u16[WARP_SIZE * 2];
    } m, t;
    Access a;

    w->block->progress++;
    if (!reach(w, in, &a, ACCESS_STORE)) return NULL;
    for (int i = 0; i < op->n; i++) {
        memcpy(&m, unit(w, op->reg[i]), sizeof m);
        if (op->turned) {
            transpose(m.u16, t.u16);
            m = t;
        }
        for (int row = 0; row < 8; row++) {
            int l = 8 * i + row;
            if (w->active >> l & 1)
                memcpy(w->block->shared + a.at[l], m.u32 + 4 * row, ROW_BYTES);
        }
    }
    if (undefined_stores(w)) store_rows(w, op, &a);
    return in + 1;
}

static const Insn *exec_movmatrix(Warp *w, const Insn *in) {
    uint16_t from[WARP_SIZE * 2];
    uint32_t to[WARP_SIZE];

    mma_check_lanes(w, in);
    memcpy(from, unit(w, in->src[0]), sizeof from);
    transpose(from, (uint16_t *)to);
    keep(w, in->dst, to);
    return in + 1;
}

// ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 r, [p];
// stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16 [p], r;
static bool select_rows(Decoder *d, const Stmt *s, Insn *in) {
    MatrixOp *op = decoder_alloc(d, sizeof *op);
    bool is_load = s->op == OP_LDMATRIX;
    const Operand *address = &s->opnd[is_load ? 1 : 0];
    Space space = memop_space(s);

    if (s->nopnds != 2 || address->kind != OPND_ADDR) return false;
    if (!stmt_has(s, MOD_M8N8) || s->types[0] != TYPE_B16 || s->ntypes != 1)
        return decoder_refuse(d, "matrices of this shape");
    if (space != SPACE_GENERIC && space != SPACE_SHARED)
        return decoder_refuse(d, "matrices in this space");
    STMT_ACCEPT(s, MOD_X1);
    op->n = stmt_has(s, MOD_X4) ? 4 : stmt_has(s, MOD_X2) ? 2 : 1;
    op->turned = stmt_has(s, MOD_TRANS);
    mma_converge(d, s);
    memop_init(d, s, address, space, in, &op->mem);
    op->mem.access = is_load ? "read" : "write";
    in->fn = is_load ? exec_ldmatrix : exec_stmatrix;
    bool ok =
        mma_vector(d, &s->opnd[is_load ? 0 : 1], op->n, 32, is_load, op->reg);
    op->mem.is_stmatrix = !is_load;
    op->mem.is_turned = op->turned;
    memcpy(op->mem.reg, op->reg, sizeof op->reg);
    return ok;
}

bool select_matrix(Decoder *d, const Stmt *s, Insn *in) {
    if (s->op != OP_MOVMATRIX) return select_rows(d, s, in);
    if (!stmt_has(s, MOD_M8N8) || !stmt_has(s, MOD_TRANS))
        return decoder_refuse(d, "a matrix of this shape");
    mma_converge(d, s);
    in->fn = exec_movmatrix;
    in->dst = dst(d, &s->opnd[0], 32);
    in->src[0] = src(d, &s->opnd[1], 32);
    return true;
}
