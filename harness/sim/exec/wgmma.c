// wgmma: products of four warps, A and B in shared memory, while the warps go
// on. PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
//
// Warp i of the four has rows 16 i to 16 i + 15 of the 64 of A and D, so each
// does its part when it gets there. The sums are made at once, and their
// registers are marked until the warp has waited for the group: decode puts a
// look at the marks before every other instruction that uses one of them.
//
//     wgmma.mma_async   sums[d], factors[a] = group    its tiles: wgmma_reads
//     commit_group      group + 1
//     wait_group n      all but the last n groups are over
//     watch             reads or writes what is not over: too early
//
// All operands have 32 bytes along k. A core matrix is 8 rows of 16 bytes; the
// descriptor says how far apart they are, and how they are swizzled.
#include "sim/exec/mma.h"

#include "sim/access/observe.h"
#include "sim/check/async_check.h"
#include "sim/check/undefined.h"
#include "sim/check/wgmma_check.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/arith.h"
#include "sim/exec/mma_insn.h"
#include "sim/exec/select.h"
#include "sim/mem/tensor.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, MY_ROWS = 16, K_BYTES = 32, MOST_N = 256, WATCHED = 16 };

typedef struct Wgmma { // at Insn.ptr
    MmaTile tile;
    int n;
    Slot d[MOST_N / 2]; // ntiles * each
    int each;           // registers of a tile of D
    Slot a[4], a_desc, b_desc;
    bool a_in_registers, turned_a, turned_b, minus;
    Slot scale; // predicate: add to D; how: pred_read
    unsigned how;
    uint32_t flops;
} Wgmma;

// ---- descriptors

typedef struct Tile { // an operand in shared memory
    uint32_t start, leading, stride;
    unsigned swizzle; // as TensorMap.swizzle
    bool turned;      // rows of it run along k
} Tile;

static bool tile_of(Warp *w, const Insn *in, uint64_t v, bool turned, Tile *t) {
    static const uint8_t swizzles[] = {0, 3, 2, 1};
    *t = (Tile){
        .start = (uint32_t)(v & 0x3fff) << 4,
        .leading = (uint32_t)(v >> 16 & 0x3fff) << 4,
        .stride = (uint32_t)(v >> 32 & 0x3fff) << 4,
        .swizzle = swizzles[v >> 62],
        .turned = turned,
    };
    if (!(v >> 49 & 7)) return true;
    warp_trap_text(w, in, SIM_TRAP_UNSUPPORTED, w->active,
                   "not simulated yet: a wgmma descriptor with a base offset; "
                   "align the tile to 1024 bytes");
    return false;
}

// The offset of 16 bytes of the operand, before the swizzle. Along k: row r,
// and the half of its 32 bytes. Turned: 8 rows from 8 r on, at k = c.
static uint32_t chunk(const Tile *t, uint32_t r, uint32_t c) {
    uint32_t span = 16u << t->swizzle, n = 1u << t->swizzle;
    if (!t->turned)
        return t->swizzle ? r / 8 * t->stride + r % 8 * span + c * 16
                          : r / 8 * t->stride + r % 8 * 16 + c * t->leading;
    if (!t->swizzle) return r * t->stride + c % 8 * 16 + c / 8 * t->leading;
    return r % n * 16 + r / n * t->leading + c % 8 * span + c / 8 * t->stride;
}

typedef struct Extent {
    uint32_t lo, hi;
} Extent;

// The bytes of a chunk, or NULL: outside the block's shared memory.
static const uint8_t *chunk_bytes(Warp *w, const Insn *in, const Tile *t,
                                  uint32_t r, uint32_t c, Extent *e) {
    const Block *b = w->block;
    uint32_t at = t->start + chunk(t, r, c);
    at = tensor_swizzled(t->swizzle, at);
    if (at + 16 > b->shared_bytes) {
        warp_trap_text(w, in, SIM_TRAP_OUT_OF_BOUNDS, w->active,
                       "The descriptor of wgmma leads to byte %u of shared "
                       "memory, of which the block has %u",
                       at, b->shared_bytes);
        return NULL;
    }
    e->lo = min_of(e->lo, at);
    e->hi = max_of(e->hi, at + 16);
    return b->shared + at;
}

// Rows first .. first + n of the operand, 32 bytes along k each, into `to`.
static bool load_rows(Warp *w, const Insn *in, const Tile *t, uint32_t first,
                      uint32_t n, uint8_t (*to)[K_BYTES]) {
    Extent e = {UINT32_MAX, 0};
    if (!t->turned) {
        for (uint32_t i = 0; i < 2 * n; i++) {
            const uint8_t *p = chunk_bytes(w, in, t, first + i / 2, i % 2, &e);
            if (!p) return false;
            memcpy(to[i / 2] + i % 2 * 16, p, 16);
        }
    } else {
        for (uint32_t i = 0; i < n / 8 * 16; i++) { // halves
            const uint8_t *p =
                chunk_bytes(w, in, t, first / 8 + i / 16, i % 16, &e);
            if (!p) return false;
            for (uint32_t k = 0; k < 8; k++)
                memcpy(to[i / 16 * 8 + k] + i % 16 * 2, p + 2 * k, 2);
        }
    }
    w->block->shared_reads++;
    w->reads_shared = true;
    async_check_bytes(w, in, e.lo, e.hi - e.lo);
    observe_bulk_read(w, in, 0, w->block, e.lo, e.hi - e.lo);
    wgmma_reads(w, in, e.lo, e.hi);
    return true;
}

// ---- marks on registers

static bool mark_is_over(const WarpMma *m, uint32_t mark) {
    return mark <= m->over;
}

static bool sums_early(Warp *w, const Insn *in, const WarpMma *m,
                       const char *does) {
    int line = m->last ? insn_loc(w->block->launch, m->code, m->last).line : 0;
    warp_note(w, in, SIM_TRAP_WGMMA, w->active,
              "This %s a register that the wgmma of line %d is still working "
              "with: the warp has not waited for it",
              does, line);
    return false;
}

typedef struct Watch { // at Insn.ptr
    Slot read[WATCHED], write[WATCHED];
    uint8_t nread, nwrite;
    bool is_copy;
} Watch;

// Before a mov between registers: what is true of the one becomes true of the
// other. Compilers move what is in flight, and mean the same register.
static void copied(WarpMma *m, Slot from, Slot to) {
    m->sums[to] = m->sums[from];
    m->factors[to] = m->factors[from];
    m->written[to] = m->written[from];
}

static const Insn *exec_watch(Warp *w, const Insn *in) {
    const Watch *x = in->ptr;
    WarpMma *m = wgmma_of(w);
    if (x->is_copy && x->nread && x->nwrite) {
        copied(m, x->read[0], x->write[0]);
        return in + 1;
    }
    for (int i = 0; i < x->nread; i++)
        if (!mark_is_over(m, m->sums[x->read[i]]))
            return sums_early(w, in, m, "reads"), in + 1;
    for (int i = 0; i < x->nwrite; i++) {
        Slot s = x->write[i];
        if (!mark_is_over(m, m->sums[s]) || !mark_is_over(m, m->factors[s]))
            return sums_early(w, in, m, "writes"), in + 1;
        m->written[s] = x->is_copy ? 0 : m->fences + 1;
    }
    return in + 1;
}

typedef struct Watching {
    const Decoder *d;
    Watch x;
} Watching;

static void watch_register(void *ctx, const Sym *reg, bool is_def) {
    Watching *y = ctx;
    Watch *x = &y->x;
    if (!y->d->wgmma[reg->index]) return;
    Slot s = y->d->slots.of[reg->index];
    if (is_def && x->nwrite < WATCHED) x->write[x->nwrite++] = s;
    if (!is_def && x->nread < WATCHED) x->read[x->nread++] = s;
}

void wgmma_watch(Decoder *d, const Stmt *s) {
    Watching y = {.d = d};
    stmt_registers(s, watch_register, &y);
    if (!y.x.nread && !y.x.nwrite) return;
    // a constant is no value that wgmma.fence has to order: ptxas puts it
    // where it is needed
    y.x.is_copy = s->op == OP_MOV;
    Watch *x = decoder_alloc(d, sizeof *x);
    *x = y.x;
    decoder_emit(d, (Insn){.fn = exec_watch,
                           .dst = SLOT_NONE,
                           .dst2 = SLOT_NONE,
                           .src = {SLOT_NONE, SLOT_NONE, SLOT_NONE, SLOT_NONE},
                           .ptr = x,
                           .site = decoder_site(d, s, SPACE_GENERIC)});
}

// ---- mma_async

static bool check_group(Warp *w, const Insn *in) {
    mma_check_lanes(w, in);
    uint32_t first = w->index / 4 * 4;
    if (first + 4 <= w->block->nwarps) return true;
    warp_trap_text(w, in, SIM_TRAP_PARTIAL_WARP, w->active,
                   "wgmma is for four warps at a time, and the block has %u",
                   w->block->nwarps);
    return false;
}

static void check_fence(Warp *w, const Insn *in, const WarpMma *m) {
    const Wgmma *x = in->ptr;
    int nd = x->n / 8 * x->each;
    bool late = false;
    for (int i = 0; i < nd; i++)
        late |= m->written[x->d[i]] == m->fences + 1;
    for (int i = 0; x->a_in_registers && i < 4; i++)
        late |= m->written[x->a[i]] == m->fences + 1;
    if (!m->fences)
        warp_note(w, in, SIM_TRAP_WGMMA, w->active,
                  "The first wgmma.mma_async of a warp comes after a "
                  "wgmma.fence, and there is none");
    else if (late)
        warp_note(w, in, SIM_TRAP_WGMMA, w->active,
                  "A register of this wgmma was written after the last "
                  "wgmma.fence: it may take the old value");
    for (int i = 0; x->a_in_registers && i < 4; i++)
        if (!mark_is_over(m, m->sums[x->a[i]])) {
            sums_early(w, in, m, "reads");
            return;
        }
}

static void mark(Warp *w, const Insn *in, WarpMma *m) {
    const Wgmma *x = in->ptr;
    for (int i = 0; i < x->n / 8 * x->each; i++)
        m->sums[x->d[i]] = m->committed + 1;
    for (int i = 0; x->a_in_registers && i < 4; i++)
        m->factors[x->a[i]] = m->committed + 1;
    m->last = in;
    (void)w;
}

static void negate(const MmaTile *t, uint32_t *word, size_t n) {
    uint32_t sign = t->a == TYPE_TF32 ? 0x80000000u : 0x80008000u;
    for (size_t i = 0; i < n; i++)
        word[i] ^= sign;
}

// The cores of 8 rows: rows of 32 bytes as two registers.
static void cores(const uint8_t (*row)[K_BYTES], Lanes *low, Lanes *high) {
    for (int i = 0; i < 8; i++) {
        memcpy(&low->u32[4 * i], row[i], 16);
        memcpy(&high->u32[4 * i], row[i] + 16, 16);
    }
}

static bool load_a(Warp *w, const Insn *in, Lanes *a) {
    const Wgmma *x = in->ptr;
    uint8_t rows[MY_ROWS][K_BYTES];
    Tile t;
    if (x->a_in_registers) {
        for (int i = 0; i < 4; i++)
            a[i] = *unit(w, x->a[i]);
    } else {
        uint64_t v = unit64(w, x->a_desc)->u64[0];
        if (!tile_of(w, in, v, x->turned_a, &t) ||
            !load_rows(w, in, &t, w->index % 4 * MY_ROWS, MY_ROWS, rows))
            return false;
        cores(rows, &a[0], &a[2]);
        cores(rows + 8, &a[1], &a[3]);
    }
    if (x->minus)
        for (int i = 0; i < 4; i++)
            negate(&x->tile, a[i].u32, WARP_SIZE);
    return true;
}

// Undefined in D: what was in it, if it is added to, and rows of A that are.
static void follow_wgmma(Warp *w, const Wgmma *x, bool adds) {
    uint32_t rows = 0;
    for (int i = 0; x->a_in_registers && i < 4; i++)
        rows |= undefined_lanes(w, x->a[i]);
    for (int i = 0; i < 8; i++)
        if (rows >> 4 * i & 0xf) rows |= 0xfu << 4 * i;
    for (int i = 0; i < x->n / 8 * x->each; i++) {
        Slot from[5] = {x->d[i], x->a[0], x->a[1], x->a[2], x->a[3]};
        uint32_t lanes = adds ? undefined_lanes(w, x->d[i]) | rows : rows;
        undefined_result(w, x->d[i], lanes, from, x->a_in_registers ? 5 : 1);
    }
}

static void add_product(Warp *w, const Wgmma *x, const Lanes *a,
                        const uint8_t (*b)[K_BYTES], bool adds) {
    static const Lanes zero;
    int cc = w->block->launch->gpu->cc;
    for (int i = 0; i < x->n / 8; i++) {
        const Slot *at = &x->d[i * x->each];
        Lanes columns[2], results[4];
        MmaRegs r = {.b = {&columns[0], &columns[1]}};
        cores(b + 8 * i, &columns[0], &columns[1]);
        for (int k = 0; k < 4; k++)
            r.a[k] = &a[k];
        for (int k = 0; k < x->each; k++) {
            r.c[k] = adds ? unit(w, at[k]) : &zero;
            r.d[k] = &results[k];
        }
        mma_tile(&x->tile, &r, cc);
        for (int k = 0; k < x->each; k++)
            *unit(w, at[k]) = results[k];
    }
}

static const Insn *exec_wgmma(Warp *w, const Insn *in) {
    const Wgmma *x = in->ptr;
    uint8_t b[MOST_N][K_BYTES];
    Lanes a[4];
    Tile t;
    if (!check_group(w, in)) return NULL;
    WarpMma *m = wgmma_of(w);
    check_fence(w, in, m);
    const Lanes64 *b_desc = unit64(w, x->b_desc);
    wgmma_descriptors(w, in, x->a_in_registers ? NULL : unit64(w, x->a_desc),
                      b_desc);
    bool adds = pred_read(w, x->scale, x->how) & w->active;
    if (!tile_of(w, in, b_desc->u64[0], x->turned_b, &t) || !load_a(w, in, a) ||
        !load_rows(w, in, &t, 0, (uint32_t)x->n, b))
        return NULL;
    if (__builtin_expect(undefined_is_left(w), 0)) follow_wgmma(w, x, adds);
    add_product(w, x, a, (const uint8_t(*)[K_BYTES])b, adds);
    mark(w, in, m);
    site_count(w, in)->tensor_flops += x->flops;
    return in + 1;
}

// ---- fence, commit_group, wait_group

static const Insn *exec_wgmma_fence(Warp *w, const Insn *in) {
    wgmma_of(w)->fences++;
    return in + 1;
}

static const Insn *exec_wgmma_commit(Warp *w, const Insn *in) {
    wgmma_of(w)->committed++;
    return in + 1;
}

static const Insn *exec_wgmma_wait(Warp *w, const Insn *in) {
    WarpMma *m = wgmma_of(w);
    uint32_t left = (uint32_t)in->imm;
    if (m->committed > left) m->over = max_of(m->over, m->committed - left);
    return in + 1;
}

// ---- select

static bool is_shape(const Stmt *s) {
    return s->wide >= 8 && s->wide <= MOST_N && s->wide % 8 == 0;
}

static bool types_of(Decoder *d, const Stmt *s, Wgmma *x) {
    int k = s->deep;
    if (s->ntypes != 3 || !is_shape(s))
        return decoder_refuse(d, "a product of this shape");
    x->n = s->wide;
    Type to = s->types[0], a = s->types[1], b = s->types[2];
    bool half = a == TYPE_F16 || a == TYPE_BF16;
    bool bytes = a == TYPE_S8 || a == TYPE_U8;
    bool ok = half || a == TYPE_TF32 ? a == b : bytes && type_bits(b) == 8;
    ok &= bytes ? to == TYPE_S32
                : to == TYPE_F32 || (to == TYPE_F16 && a == TYPE_F16);
    if (!ok || k != 8 * K_BYTES / type_bits(a))
        return decoder_refuse(d, "a product of these types");
    x->tile = (MmaTile){.rows = MY_ROWS,
                        .k = (uint16_t)k,
                        .a = a,
                        .b = b,
                        .c = to,
                        .d = to,
                        .satfinite = stmt_has(s, MOD_SATFINITE)};
    x->each = to == TYPE_F16 ? 2 : 4;
    x->flops = (uint32_t)(2 * MY_ROWS * x->n * k);
    return true;
}

// Operand i as an immediate; -1: there is none.
static int64_t immediate(const Stmt *s, int i) {
    return i < s->nopnds && s->opnd[i].kind == OPND_IMM ? s->opnd[i].imm : -2;
}

// After scale-d: for floats the signs of A and B, for halves also whether they
// lie along k (0) or not.
static bool options(Decoder *d, const Stmt *s, Wgmma *x) {
    bool half = type_bits(x->tile.a) == 16, ints = x->tile.d == TYPE_S32;
    int turns = !half ? 0 : x->a_in_registers ? 1 : 2;
    if (s->nopnds != 4 + (ints ? 0 : 2) + turns)
        return decoder_refuse(d, "%d operands", s->nopnds);
    if (ints) return true;
    int64_t a = immediate(s, 4), b = immediate(s, 5);
    if ((a != 1 && a != -1) || (b != 1 && b != -1))
        return decoder_refuse(d, "this scale of A or B");
    x->minus = a != b;
    if (turns == 2) x->turned_a = immediate(s, 6) == 1;
    if (turns) x->turned_b = immediate(s, 5 + turns) == 1;
    return true;
}

static bool select_product(Decoder *d, const Stmt *s, Insn *in) {
    Wgmma *x = decoder_alloc(d, sizeof *x);
    STMT_ACCEPT(s, MOD_MMA_ASYNC, MOD_M64N);
    if (!operands_are(d, s, 4, 8) || !types_of(d, s, x)) return false;
    x->a_in_registers = s->opnd[1].kind == OPND_VEC;
    if (!options(d, s, x)) return false;
    mma_converge(d, s);
    in->site = decoder_site(d, s, SPACE_SHARED);
    // D is read and written: the same slots
    if (!mma_vector(d, &s->opnd[0], x->n / 8 * x->each, 32, false, x->d))
        return false;
    if (x->a_in_registers) {
        if (!mma_vector(d, &s->opnd[1], 4, 32, false, x->a)) return false;
    } else {
        x->a_desc = src(d, &s->opnd[1], 64);
    }
    x->b_desc = src(d, &s->opnd[2], 64);
    const Operand *o = &s->opnd[3];
    if (o->kind == OPND_IMM) {
        x->scale = SLOT_NONE;
        x->how = PRED_FALSE | (o->imm ? PRED_NEGATED : 0);
    } else {
        x->scale = src(d, o, 1);
        x->how = o->negated ? PRED_NEGATED : 0;
    }
    d->entry->has_bulk_reads = true;
    in->fn = exec_wgmma;
    in->ptr = x;
    return true;
}

bool select_wgmma(Decoder *d, const Stmt *s, Insn *in) {
    in->site = decoder_site(d, s, SPACE_GENERIC);
    if (stmt_has(s, MOD_MMA_ASYNC)) return select_product(d, s, in);
    if (stmt_has(s, MOD_WAIT_GROUP)) {
        if (!operands_are(d, s, 1, 1) || s->opnd[0].kind != OPND_IMM)
            return false;
        in->fn = exec_wgmma_wait;
        in->imm = s->opnd[0].imm;
        return true;
    }
    if (!operands_are(d, s, 0, 0)) return false;
    if (stmt_has(s, MOD_COMMIT_GROUP)) {
        in->fn = exec_wgmma_commit;
        return true;
    }
    in->fn = stmt_has(s, MOD_FENCE) ? exec_wgmma_fence : NULL;
    return in->fn != NULL;
}
