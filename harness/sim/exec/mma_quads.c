// mma.m8n8k4 of halves: four small products at once, as Volta's tensor cores
// made them. PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16".
//
// Product q (0 to 3) belongs to eight lanes: a quad of the lower half of the
// warp and the one 16 lanes above it. The lower quad has rows 0-3 of A and
// columns 0-3 of B, the upper one 4-7. Every lane holds four halves of each in
// two registers: a row or a column, whichever way the operand is laid out.
//
//     A .row   lane i of a quad: row i       b .col   lane i: column i
//     A .col   lane i of a quad: column i    b .row   lane i: row i
//
// Of C and D a lane holds a row (halves), or pieces of two rows (floats).
//
// Later GPUs have no such tensor cores and make it of plain arithmetic: the sum
// of the products, each added in one rounding, then C (as an H200 does, bit by
// bit: tests/diff/rare.cu).
#include "sim/check/undefined.h"
#include "sim/core/warp.h"
#include "sim/decode/decoder.h"
#include "sim/exec/mma_insn.h"
#include "sim/half.h"

#include <math.h>
#include <string.h>

enum { SIDE = 8, DEPTH = 4, QUADS = 4 };

typedef struct QuadOp { // at Insn.ptr
    MmaTile tile;       // types; k is DEPTH
    bool a_col, b_row;
    Slot a[2], b[2], c[8], d[8];
} QuadOp;

static int lane_of(int q, int i, bool upper) {
    return 4 * q + i + 16 * upper;
}

static float half_at(const Warp *w, const Slot *s, int l, int i) {
    return float_of_half(unit(w, s[i / 2])->u32[l] >> i % 2 * 16);
}

// The place of element (row, col) of C and D: lane, and number in the lane.
static int sum_lane(Type t, int q, int row, int col, int *i) {
    bool upper = row >= 4;
    if (t == TYPE_F16) {
        *i = col;
        return lane_of(q, row % 4, upper);
    }
    *i = (row & 2) | (col & 4) | (col & 1);
    return lane_of(q, (row & 1) | (col & 2), upper);
}

static float sum_read(const Warp *w, const QuadOp *op, int q, int row,
                      int col) {
    int i, l = sum_lane(op->tile.c, q, row, col, &i);
    return op->tile.c == TYPE_F16 ? half_at(w, op->c, l, i)
                                  : unit(w, op->c[i])->f32[l];
}

static void product(const Warp *w, const QuadOp *op, int q,
                    float r[SIDE][SIDE]) {
    float a[SIDE][DEPTH], b[DEPTH][MMA_N];
    for (int x = 0; x < SIDE; x++)
        for (int k = 0; k < DEPTH; k++) {
            int own = lane_of(q, x % 4, x >= 4), by_k = lane_of(q, k, x >= 4);
            a[x][k] = op->a_col ? half_at(w, op->a, by_k, x % 4)
                                : half_at(w, op->a, own, k);
            b[k][x] = op->b_row ? half_at(w, op->b, by_k, x % 4)
                                : half_at(w, op->b, own, k);
        }
    for (int row = 0; row < SIDE; row++)
        for (int col = 0; col < SIDE; col++) {
            float s = 0;
            for (int k = 0; k < DEPTH; k++)
                s = fmaf(a[row][k], b[k][col], s);
            r[row][col] = s + sum_read(w, op, q, row, col);
        }
}

// Undefined operands: all that a product gives depends on all of its lanes.
static void follow(Warp *w, const QuadOp *op) {
    int nc = op->tile.c == TYPE_F16 ? 4 : 8,
        nd = op->tile.d == TYPE_F16 ? 4 : 8;
    Slot from[12] = {op->a[0], op->a[1], op->b[0], op->b[1]};
    uint32_t lanes = 0, all = 0;
    memcpy(from + 4, op->c, (size_t)nc * sizeof *from);
    for (int i = 0; i < 4 + nc; i++)
        lanes |= undefined_lanes(w, from[i]);
    for (int q = 0; q < QUADS; q++)
        if (lanes & 0xf000fu << 4 * q) all |= 0xf000fu << 4 * q;
    for (int i = 0; i < nd; i++)
        undefined_result(w, op->d[i], all, from, 4 + nc);
}

static const Insn *exec_mma_quads(Warp *w, const Insn *in) {
    const QuadOp *op = in->ptr;
    float r[QUADS][SIDE][SIDE]; // all, before any result hides an operand
    bool halves = op->tile.d == TYPE_F16;

    mma_check_lanes(w, in);
    if (__builtin_expect(undefined_is_left(w), 0)) follow(w, op);
    for (int q = 0; q < QUADS; q++)
        product(w, op, q, r[q]);
    for (int q = 0; q < QUADS; q++)
        for (int row = 0; row < SIDE; row++)
            for (int col = 0; col < SIDE; col++) {
                int i, l = sum_lane(op->tile.d, q, row, col, &i);
                if (!(w->active >> l & 1)) continue;
                uint32_t *to = &unit(w, op->d[halves ? i / 2 : i])->u32[l];
                uint32_t h = half_of_float(r[q][row][col]);
                if (!halves)
                    memcpy(to, &r[q][row][col], sizeof *to);
                else
                    *to = i % 2 ? (*to & 0xffff) | h << 16
                                : (*to & 0xffff0000) | h;
            }
    site_count(w, in)->tensor_flops += 2 * QUADS * SIDE * SIDE * DEPTH;
    return in + 1;
}

// mma.sync.aligned.m8n8k4.alayout.blayout.dtype.f16.f16.ctype d, a, b, c;
bool select_mma_quads(Decoder *d, const Stmt *s, Insn *in) {
    QuadOp *op = decoder_alloc(d, sizeof *op);
    MmaTile *t = &op->tile;
    Mod layout[2];
    int n = 0;
    for (int i = 0; i < s->nmods; i++)
        if ((s->mods[i] == MOD_ROW || s->mods[i] == MOD_COL) && n < 2)
            layout[n++] = s->mods[i];
    STMT_ACCEPT(s, MOD_ROW, MOD_COL, MOD_M8N8K4);
    *t = (MmaTile){.rows = SIDE,
                   .k = DEPTH,
                   .d = s->types[0],
                   .a = s->types[1],
                   .b = s->types[2],
                   .c = s->types[3]};
    bool floats = (t->c == TYPE_F16 || t->c == TYPE_F32) &&
                  (t->d == TYPE_F32 || (t->d == TYPE_F16 && t->c == TYPE_F16));
    if (n != 2 || t->b != TYPE_F16 || !floats)
        return decoder_refuse(d, "a matrix product of this shape and type");
    op->a_col = layout[0] == MOD_COL;
    op->b_row = layout[1] == MOD_ROW;
    mma_converge(d, s);
    in->site = decoder_site(d, s, SPACE_GENERIC);
    in->fn = exec_mma_quads;
    in->ptr = op;
    decoder_cost(d, PIPE_TENSOR, 4, 0);
    return mma_vector(d, &s->opnd[0], t->d == TYPE_F16 ? 4 : 8, 32, true,
                      op->d) &&
           mma_vector(d, &s->opnd[1], 2, 32, false, op->a) &&
           mma_vector(d, &s->opnd[2], 2, 32, false, op->b) &&
           mma_vector(d, &s->opnd[3], t->c == TYPE_F16 ? 4 : 8, 32, false,
                      op->c);
}
