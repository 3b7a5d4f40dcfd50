// mma.sync: its operands and what it costs. PTX ISA, "Multiply-and-Accumulate
// Instruction: mma". The arithmetic is in mma_float.c and mma_exact.c; wmma
// and the loads of matrices have files of their own.
#include "sim/exec/mma.h"

#include "sim/check/undefined.h"
#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/mma_insn.h"
#include "sim/exec/select.h"

#include <string.h>

// ---- handler

// Results wait until all tiles are done: an operand may be a result.
static void keep_word(Warp *w, Slot s, const Lanes *v) {
    Lanes *d = unit(w, s);
    LANES
        d->u32[l] =
            (v->u32[l] & w->mask.u32[l]) | (d->u32[l] & ~w->mask.u32[l]);
}

static void keep_double(Warp *w, Slot s, const Lanes64 *v) {
    Lanes64 *d = unit64(w, s);
    LANES
        if (w->active >> l & 1) d->u64[l] = v->u64[l];
}

// The first one is told: those after it mostly follow from it.
static bool is_partial_told(const LaunchTraps *t) {
    for (int i = 0; i < t->nnotes; i++)
        if (t->notes[i].kind == SIM_TRAP_PARTIAL_WARP) return true;
    return false;
}

void mma_note_partial(Warp *w, const Insn *in) {
    if (is_partial_told(&w->block->launch->traps)) return;
    uint32_t missing = ~w->active;
    int lane = __builtin_ctz(missing);
    warp_note(w, in, SIM_TRAP_PARTIAL_WARP, w->active,
              "An instruction for the whole warp is executed by %d of its 32 "
              "lanes; lane %d %s",
              __builtin_popcount(w->active), lane,
              !(w->exist >> lane & 1)  ? "is not in the block"
              : !(w->live >> lane & 1) ? "has ended"
                                       : "does not take part");
}

// The rows of a core, 8 bits, in which one of n registers from `at` on, in
// steps, has anything undefined.
static uint32_t blank_rows(Warp *w, const Slot *at, int n, int step) {
    uint32_t lanes = 0, rows = 0;
    for (int k = 0; k < n; k += step)
        lanes |= undefined_lanes(w, at[k]);
    for (int row = 0; row < 8; row++)
        rows |= (uint32_t)(lanes >> 4 * row & 0xf && 1) << row;
    return rows;
}

// An element of the result depends on its row of A, its column of B, its C.
static uint32_t blank_sums(Warp *w, const MmaOp *op, const MmaSlots *s, int k) {
    int halves = op->tile.rows / 8, each = op->nd / halves;
    int half = k / each, nc = op->nc / halves;
    uint32_t rows = blank_rows(w, s->a + half, op->na - half, halves);
    if (op->is_sparse) rows |= mma_sparse_blank(w, op) >> 8 * half & 0xff;
    uint32_t cols = blank_rows(w, s->b, op->nb, 1), lanes = 0;
    for (uint32_t l = 0; l < WARP_SIZE; l++) {
        uint32_t col = l % 4 * 2, mine = cols >> col & 3;
        if (each == 2) mine &= 1u << k % 2;
        lanes |= (uint32_t)((rows >> l / 4 & 1) || mine) << l;
    }
    if (nc == each) return lanes | undefined_lanes(w, s->c[k]);
    for (int i = 0; i < nc; i++)
        lanes |= undefined_lanes(w, s->c[half * nc + i]);
    return lanes;
}

// Undefined operands make undefined results: found for all tiles before any is
// noted.
static void follow(Warp *w, const MmaOp *op) {
    uint32_t lanes[8];
    for (int i = 0; i < op->ntiles; i++)
        for (int k = 0; k < op->nd; k++)
            lanes[4 * i + k] = blank_sums(w, op, &op->slots[i], k);
    for (int i = 0; i < op->ntiles; i++) {
        const MmaSlots *s = &op->slots[i];
        Slot from[MMA_CORES + MMA_CORES / 2 + 5];
        int n = op->na + op->nb + op->nc;
        memcpy(from, s->a, (size_t)op->na * sizeof *from);
        memcpy(from + op->na, s->b, (size_t)op->nb * sizeof *from);
        memcpy(from + op->na + op->nb, s->c, (size_t)op->nc * sizeof *from);
        if (op->is_sparse) from[n++] = op->metadata;
        for (int k = 0; k < op->nd; k++)
            undefined_result(w, s->d[k], lanes[4 * i + k], from, n);
    }
}

const Insn *exec_mma(Warp *w, const Insn *in) {
    const MmaOp *op = in->ptr;
    bool wide = op->tile.a == TYPE_F64;
    Lanes64 results[8];

    mma_check_lanes(w, in);
    for (int i = 0; i < op->ntiles; i++) {
        const MmaSlots *s = &op->slots[i];
        MmaRegs r;
        for (int k = 0; k < op->na; k++)
            r.a[k] = unit(w, s->a[k]);
        for (int k = 0; k < op->nb; k++)
            r.b[k] = unit(w, s->b[k]);
        for (int k = 0; k < op->nc; k++)
            r.c[k] = unit(w, s->c[k]);
        for (int k = 0; k < op->nd; k++)
            r.d[k] = &results[4 * i + k];
        if (op->is_sparse)
            mma_sparse_tile(w, in, &r);
        else
            mma_tile(&op->tile, &r, w->block->launch->gpu->cc);
    }
    if (__builtin_expect(undefined_is_left(w), 0)) follow(w, op);
    for (int i = 0; i < op->ntiles; i++)
        for (int k = 0; k < op->nd; k++) {
            if (wide)
                keep_double(w, op->slots[i].d[k], &results[4 * i + k]);
            else
                keep_word(w, op->slots[i].d[k],
                          (const Lanes *)(const void *)&results[4 * i + k]);
        }
    site_count(w, in)->tensor_flops += op->flops;
    if (wide) site_count(w, in)->tensor64_flops += op->flops;
    return in + 1;
}

// ---- decoding

// Emits the wait for the rest of the warp that .aligned promises not to need.
void mma_converge(Decoder *d, const Stmt *s) {
    decoder_emit(d, (Insn){
                        .fn = exec_converge,
                        .dst = SLOT_NONE,
                        .dst2 = SLOT_NONE,
                        .src = {SLOT_NONE, SLOT_NONE, SLOT_NONE,
                                src_bits(d, UINT32_MAX, 32)},
                        .site = decoder_site(d, s, SPACE_GENERIC),
                    });
}

bool mma_vector(Decoder *d, const Operand *o, int n, int bits, bool is_dst,
                Slot *out) {
    const Operand *at = o->kind == OPND_VEC ? o->at : o;
    int have = o->kind == OPND_VEC ? o->n : 1;

    if (have != n)
        return decoder_refuse(d, "a fragment of %d registers, not %d", have, n);
    for (int i = 0; i < n; i++)
        out[i] = is_dst ? dst(d, &at[i], bits) : src(d, &at[i], bits);
    return true;
}

typedef struct Size {
    Mod mod;
    uint16_t m, n, k;
} Size;

static const Size shapes[] = {
    {MOD_M8N8K4, 8, 8, 4},       {MOD_M8N8K16, 8, 8, 16},
    {MOD_M8N8K32, 8, 8, 32},     {MOD_M8N8K128, 8, 8, 128},
    {MOD_M16N8K4, 16, 8, 4},     {MOD_M16N8K8, 16, 8, 8},
    {MOD_M16N8K16, 16, 8, 16},   {MOD_M16N8K32, 16, 8, 32},
    {MOD_M16N8K64, 16, 8, 64},   {MOD_M16N8K128, 16, 8, 128},
    {MOD_M16N8K256, 16, 8, 256}, {MOD_M16N16K16, 16, 16, 16},
    {MOD_M16N16K8, 16, 16, 8},   {MOD_M32N8K16, 32, 8, 16},
    {MOD_M8N32K16, 8, 32, 16},
};

bool mma_shape(const Stmt *s, int *m, int *n, int *k) {
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        if (!stmt_has(s, shapes[i].mod)) continue;
        *m = shapes[i].m;
        *n = shapes[i].n;
        *k = shapes[i].k;
        return true;
    }
    return false;
}

// Which k there are for a type, and for which of them A may have 8 rows.
typedef struct Kinds {
    Type a;
    uint16_t k[3], k8; // k8: with 8 rows; 0: none
} Kinds;

static const Kinds kinds[] = {
    {TYPE_F16, {8, 16}, 0},    {TYPE_BF16, {8, 16}, 0},
    {TYPE_TF32, {4, 8}, 0},    {TYPE_S8, {16, 32}, 16},
    {TYPE_U8, {16, 32}, 16},   {TYPE_S4, {32, 64}, 32},
    {TYPE_U4, {32, 64}, 32},   {TYPE_B1, {128, 256}, 128},
    {TYPE_F64, {4, 8, 16}, 4}, {TYPE_E4M3, {32, 16}, 0},
    {TYPE_E5M2, {32, 16}, 0},
};

static bool has_shape(Type a, int rows, int k) {
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const Kinds *x = &kinds[i];
        if (x->a != a) continue;
        if (rows == 8) return k == x->k8;
        return rows == 16 && (k == x->k[0] || k == x->k[1] || k == x->k[2]);
    }
    return false;
}

static bool types_fit(const MmaTile *t) {
    bool floats = t->c == TYPE_F32 || t->c == TYPE_F16;

    if (t->a != t->b && type_bits(t->a) != type_bits(t->b)) return false;
    switch (t->a) {
    case TYPE_F16: return floats && (t->d == TYPE_F32 || t->d == TYPE_F16);
    case TYPE_E4M3:
    case TYPE_E5M2: return floats && t->c == t->d;
    case TYPE_BF16:
    case TYPE_TF32: return t->c == TYPE_F32 && t->d == TYPE_F32;
    case TYPE_F64: return t->c == TYPE_F64 && t->d == TYPE_F64;
    default: return t->c == TYPE_S32 && t->d == TYPE_S32;
    }
}

bool mma_fill(Decoder *d, const Stmt *s, MmaOp *op, int m, int n, int k) {
    MmaTile *t = &op->tile;

    STMT_ACCEPT(s, MOD_XOR, MOD_POPC);
    if (!types_fit(t) || !has_shape(t->a, t->rows, k))
        return decoder_refuse(d, "a matrix product of this shape and type");
    for (int i = 0; i < s->nmods; i++)
        if (s->mods[i] == MOD_RELU || s->mods[i] == MOD_M8N8)
            return decoder_refuse(d, "this modifier");
    t->k = (uint16_t)k;
    t->satfinite = stmt_has(s, MOD_SATFINITE);
    t->is_and = stmt_has(s, MOD_AND);
    op->na = mma_registers(t->rows, k, t->a);
    op->nb = mma_registers(8, k, t->b);
    op->nc = t->rows / 8 * (t->c == TYPE_F16 ? 1 : 2);
    op->nd = t->rows / 8 * (t->d == TYPE_F16 ? 1 : 2);
    op->flops = (uint32_t)(2 * m * n * k);
    return true;
}

int mma_bits_of(Type t) {
    return t == TYPE_F64 ? 64 : 32;
}

bool mma_is_quads(const Stmt *s) {
    int m, n, k;
    return s->ntypes == 4 && s->nopnds == 4 && mma_shape(s, &m, &n, &k) &&
           m == 8 && n == 8 && k == 4 && s->types[1] == TYPE_F16;
}

static bool fill_product(Decoder *d, const Stmt *s, MmaOp *op, int m, int k) {
    if (mma_is_sparse(s))
        return mma_fill(d, s, op, m, 8, k / 2) && mma_fill_sparse(d, s, op, k);
    if (s->nopnds != 4) return decoder_refuse(d, "this kind of matrix product");
    return mma_fill(d, s, op, m, 8, k);
}

// mma.sync.aligned.m16n8k16.row.col.dtype.atype.btype.ctype d, a, b, c;
// mma.sp.sync ... d, a, b, c, metadata, selector;
bool select_mma_product(Decoder *d, const Stmt *s, Insn *in) {
    MmaOp *op = decoder_alloc(d, sizeof *op);
    MmaTile *t = &op->tile;
    MmaSlots *r = &op->slots[0];
    int m, n, k;

    if (s->ntypes != 4 || !mma_shape(s, &m, &n, &k) || n != 8)
        return decoder_refuse(d, "this kind of matrix product");
    *t = (MmaTile){.rows = (uint8_t)m,
                   .d = s->types[0],
                   .a = s->types[1],
                   .b = s->types[2],
                   .c = s->types[3]};
    if (!stmt_has(s, MOD_ROW) || !stmt_has(s, MOD_COL))
        return decoder_refuse(d, "matrices laid out so");
    op->ntiles = 1;
    if (!fill_product(d, s, op, m, k)) return false;
    mma_converge(d, s);
    in->site = decoder_site(d, s, SPACE_GENERIC);
    in->fn = exec_mma;
    in->ptr = op;
    return mma_vector(d, &s->opnd[0], op->nd, mma_bits_of(t->d), true, r->d) &&
           mma_vector(d, &s->opnd[1], op->na, mma_bits_of(t->a), false, r->a) &&
           mma_vector(d, &s->opnd[2], op->nb, mma_bits_of(t->b), false, r->b) &&
           mma_vector(d, &s->opnd[3], op->nc, mma_bits_of(t->c), false, r->c);
}
