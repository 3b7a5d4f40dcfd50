// wmma: loads and stores of fragments, and products of 16 by 16 matrices. PTX
// ISA, "Warp Level Matrix Instructions: wmma".
//
// PTX leaves open which lane has which element, but programs see it (x[i] of a
// fragment), so these are the fragments that ptxas makes for compute capability
// 8.0 and later: those of the mma instructions that it uses,
//
//     m16n16k16   two of m16n8k16, columns 0-7 and 8-15
//     m32n8k16    two, rows 0-15 and 16-31
//     m8n32k16    two, transposed: B' A', so that A has 8 "columns"
//     m16n16k8    (tf32) two times two of m16n8k4
//
// A fragment is thus a few cores (mma.h) of 8 by 4n elements: x counts the
// eight rows of the core, y goes along the lanes of a row. Fragments of f16
// have twice the registers that they need: the second half repeats the first.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/check/undefined.h"
#include "sim/core/trap.h"
#include "sim/decode/decoder.h"
#include "sim/exec/mma_insn.h"

#include <string.h>

enum { MAX_REGS = 8 };

typedef struct Core {
    uint8_t x, y; // of its first element
} Core;

typedef struct Fragment { // at Insn.ptr; the MemOp first, for memop_of
    MemOp mem;
    Slot stride;  // elements between rows (columns)
    uint8_t bits; // of an element
    uint8_t per;  // elements of a core that a lane has, along y
    uint8_t regs; // registers for these
    bool turned;  // x is what lies side by side in memory
    bool wide;    // registers of 64 bits
    uint8_t ncores, nregs;
    Core core[MAX_REGS];
    Slot reg[MAX_REGS];
} Fragment;

typedef union Piece { // what a lane moves in one access
    uint8_t bytes[16];
    uint16_t u16[8];
    uint32_t u32[4];
    uint64_t u64[2];
} Piece;

// ---- memory

// Checks and counts the access; *base: where its lanes' bytes are, as
// memop_base. False: trapped.
static bool reach(Warp *w, const Insn *in, Access *a, AccessKind kind,
                  uint8_t **base) {
    MemOp *op = memop_of(in);
    Space space = op->space;

    a->lanes = w->active;
    if (space == SPACE_GENERIC)
        space = memop_take_window(a, w->active);
    else
        access_classify(a);
    if (a->lanes != w->active ||
        (space != SPACE_SHARED && space != SPACE_GLOBAL)) {
        warp_trap(w, in, SIM_TRAP_OUT_OF_BOUNDS, w->active, a->first,
                  op->access, a->bytes);
        return false;
    }
    if (kind == ACCESS_STORE) w->block->progress++;
    if (space == SPACE_SHARED) {
        if (!memop_check_shared(w, in, a)) return false;
        observe_shared(w, in, a, kind);
        *base = w->block->shared;
        return true;
    }
    if (!memop_check_global(w, in, a)) return false;
    observe_global(w, in, a, kind);
    *base = memop_base(w, op, a);
    return true;
}

static bool move(Warp *w, const Insn *in, Access *a, Piece *p,
                 AccessKind kind) {
    uint8_t *base;

    if (!reach(w, in, a, kind, &base)) return false;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (kind == ACCESS_LOAD)
            memcpy(&p[l], base + a->at[l], a->bytes);
        else
            memcpy(base + a->at[l], &p[l], a->bytes);
    }
    return true;
}

// ---- which bytes of a core a lane moves

typedef struct Place {          // of the warp's pointer and stride
    Access a;                   // at: the pointer
    uint64_t stride[WARP_SIZE]; // bytes
} Place;

static void wmma_place(const Warp *w, const Insn *in, Place *p) {
    const Fragment *f = in->ptr;
    const uint32_t *stride = unit(w, f->stride)->u32;

    memop_addresses(w, &f->mem, &p->a);
    LANES
        p->stride[l] = (uint64_t)stride[l] * f->bits / 8;
}

// Along y: each lane's elements lie side by side.
static void access_straight(const Fragment *f, const Core *c, const Place *p,
                            Access *a) {
    a->bytes = (uint32_t)f->per * f->bits / 8;
    LANES
        a->at[l] = p->a.at[l] + (uint64_t)(c->x + l / 4) * p->stride[l] +
                   (uint64_t)(c->y + l % 4 * f->per) * f->bits / 8;
}

// Element i of each lane, where y counts the lines of memory.
static void access_single(const Fragment *f, const Core *c, int i,
                          const Place *p, Access *a) {
    a->bytes = f->bits / 8u;
    LANES
        a->at[l] = p->a.at[l] +
                   (uint64_t)(c->y + l % 4 * f->per + i) * p->stride[l] +
                   (uint64_t)(c->x + l / 4) * a->bytes;
}

// Small elements: the lanes move words, which hold neighbours along x.
static int words_of(const Fragment *f) { // of a line: 8 elements
    return f->bits / 4;
}
static void access_words(const Fragment *f, const Core *c, const Place *p,
                         Access *a) {
    int n = words_of(f);

    a->bytes = 4;
    LANES
        a->at[l] = p->a.at[l] + (uint64_t)(c->y + l / n) * p->stride[l] +
                   (uint64_t)c->x * f->bits / 8 + (uint64_t)(l % n) * 4;
}

// The core's words, as lines of eight elements, to or from its register.
static void turn_words(const Fragment *f, Piece *p, uint32_t *reg, bool load) {
    uint8_t lines[WARP_SIZE * 4], *mine;
    int size = f->bits / 8;

    if (load)
        LANES
            memcpy(lines + l * 4, &p[l], 4);
    LANES
        for (int i = 0; i < f->per; i++) {
            mine = lines + ((l % 4 * f->per + i) * 8 + l / 4) * size;
            uint8_t *at = (uint8_t *)&reg[l] + i * size;
            if (load)
                memcpy(at, mine, (size_t)size);
            else
                memcpy(mine, at, (size_t)size);
        }
    if (!load)
        LANES
            memcpy(&p[l], lines + l * 4, 4);
}

// ---- registers

static void wmma_take(const Warp *w, const Fragment *f, int r, int l, Piece *p,
                      int at) {
    if (f->wide)
        p->u64[at] = unit64(w, f->reg[r])->u64[l];
    else
        p->u32[at] = unit(w, f->reg[r])->u32[l];
}

static void give(Warp *w, const Fragment *f, int r, int l, const Piece *p,
                 int at) {
    if (f->wide)
        unit64(w, f->reg[r])->u64[l] = p->u64[at];
    else
        unit(w, f->reg[r])->u32[l] = p->u32[at];
}

// Registers of a core from what its lanes have read; and those that repeat it.
static void give_core(Warp *w, const Fragment *f, int core, const Piece *p) {
    for (int r = core * f->regs; r < f->nregs; r += f->ncores * f->regs)
        for (int i = 0; i < f->regs; i++)
            for (uint32_t m = w->active; m; m &= m - 1) {
                int l = __builtin_ctz(m);
                give(w, f, r + i, l, &p[l], i);
            }
}

// Lanes that moved words of small elements, as the lanes that get these: a
// word holds neighbours along x of one y.
static uint32_t words_from(const Fragment *f, uint32_t lanes) {
    int n = words_of(f), each = 32 / f->bits;
    uint32_t to = 0;
    FOR_LANES(l, lanes) {
        int y = l / n, x = l % n * each;
        for (int i = 0; i < each; i++)
            to |= 1u << ((x + i) * 4 + y / f->per);
    }
    return to;
}

// Marks the blank part of a core, in its registers and in those that repeat it.
static void mark_core(Warp *w, const Fragment *f, int core, int first, int n) {
    uint32_t lanes = undefined_found(w);
    if (!lanes) return;
    if (f->turned && f->bits < 32) lanes = words_from(f, lanes);
    for (int r = core * f->regs; r < f->nregs; r += f->ncores * f->regs)
        for (int i = first; i < first + n; i++)
            undefined_mark(w, f->reg[r + i], lanes);
}

static const Insn *exec_wmma_load(Warp *w, const Insn *in) {
    const Fragment *f = in->ptr;
    Place at;
    Piece p[WARP_SIZE];
    Lanes reg;

    mma_check_lanes(w, in);
    wmma_place(w, in, &at);
    for (int c = 0; c < f->ncores; c++) {
        Access a;
        if (!f->turned) {
            access_straight(f, &f->core[c], &at, &a);
            if (!move(w, in, &a, p, ACCESS_LOAD)) return NULL;
            if (w->careful) mark_core(w, f, c, 0, f->regs);
        } else if (f->bits < 32) {
            access_words(f, &f->core[c], &at, &a);
            if (!move(w, in, &a, p, ACCESS_LOAD)) return NULL;
            if (w->careful) mark_core(w, f, c, 0, f->regs);
            turn_words(f, p, reg.u32, true);
            LANES
                p[l].u32[0] = reg.u32[l];
        } else {
            Piece one[WARP_SIZE];
            for (int i = 0; i < f->per; i++) {
                access_single(f, &f->core[c], i, &at, &a);
                if (!move(w, in, &a, one, ACCESS_LOAD)) return NULL;
                if (w->careful) mark_core(w, f, c, i * f->regs / f->per, 1);
                LANES
                    memcpy(p[l].bytes + i * f->bits / 8, &one[l], f->bits / 8u);
            }
        }
        give_core(w, f, c, p);
    }
    return w->careful ? NULL : in + 1;
}

// Undefined values of n registers of a core that have gone to shared memory.
static void store_core(Warp *w, const Fragment *f, int core, int first, int n,
                       const Access *a) {
    uint32_t bytes = a->bytes / (uint32_t)n;
    FOR_LANES(l, a->lanes)
    for (int i = 0; i < n; i++)
        undefined_store(w, a, l, (uint32_t)i * bytes, bytes,
                        f->reg[core * f->regs + first + i], l);
}

// The same, where lanes move words that others hold.
static void store_words(Warp *w, const Fragment *f, int core, const Access *a) {
    FOR_LANES(l, a->lanes)
    for (uint32_t of = 0; of < WARP_SIZE; of++)
        if (words_from(f, 1u << l) >> of & 1)
            undefined_store(w, a, l, 0, 4, f->reg[core * f->regs], of);
}

static const Insn *exec_wmma_store(Warp *w, const Insn *in) {
    const Fragment *f = in->ptr;
    Place at;
    Piece p[WARP_SIZE];
    Lanes reg;

    mma_check_lanes(w, in);
    wmma_place(w, in, &at);
    for (int c = 0; c < f->ncores; c++) {
        Access a;
        LANES
            for (int i = 0; i < f->regs; i++)
                wmma_take(w, f, c * f->regs + i, l, &p[l], i);
        if (!f->turned) {
            access_straight(f, &f->core[c], &at, &a);
            if (!move(w, in, &a, p, ACCESS_STORE)) return NULL;
            if (undefined_stores(w)) store_core(w, f, c, 0, f->regs, &a);
        } else if (f->bits < 32) {
            access_words(f, &f->core[c], &at, &a);
            LANES
                reg.u32[l] = p[l].u32[0];
            turn_words(f, p, reg.u32, false);
            if (!move(w, in, &a, p, ACCESS_STORE)) return NULL;
            if (undefined_stores(w)) store_words(w, f, c, &a);
        } else {
            Piece one[WARP_SIZE];
            for (int i = 0; i < f->per; i++) {
                access_single(f, &f->core[c], i, &at, &a);
                LANES
                    memcpy(&one[l], p[l].bytes + i * f->bits / 8, f->bits / 8u);
                if (!move(w, in, &a, one, ACCESS_STORE)) return NULL;
                if (undefined_stores(w))
                    store_core(w, f, c, i * f->regs / f->per, 1, &a);
            }
        }
    }
    return in + 1;
}

// ---- decoding: fragments

typedef enum Role { ROLE_A, ROLE_B, ROLE_C } Role;

// Cores of an operand of x rows (of A, columns of B) and y along k: pairs of
// eight rows first if it is the operand with 16 rows of a tile, else along k.
static void place_operand(Fragment *f, int x, int y, bool paired) {
    int width = 4 * f->per, chunks = y / width, n = x / 8 * chunks;

    for (int r = 0; r < n; r++) {
        Core *c = &f->core[r];
        if (paired) {
            c->x = (uint8_t)(r / (2 * chunks) * 16 + r % 2 * 8);
            c->y = (uint8_t)(r / 2 % chunks * width);
        } else {
            c->x = (uint8_t)(r / chunks * 8);
            c->y = (uint8_t)(r % chunks * width);
        }
    }
    f->ncores = (uint8_t)n;
}

// Of 8 by 8 elements: x are rows, or columns where the product is transposed.
static void place_sums(Fragment *f, int m, int n) {
    int k = 0;

    for (int j = 0; j < n / 8; j++)
        for (int i = 0; i < m / 8; i++, k++)
            f->core[k] = m == 8 ? (Core){(uint8_t)(8 * j), 0}
                                : (Core){(uint8_t)(8 * i), (uint8_t)(8 * j)};
    f->ncores = (uint8_t)k;
}

static bool fragment_type(Decoder *d, Fragment *f, Role role, Type t) {
    bool is_sum = t == TYPE_F32 || t == TYPE_S32;

    f->bits = (uint8_t)type_bits(t);
    f->wide = t == TYPE_F64;
    if (role == ROLE_C) {
        if (!is_sum && t != TYPE_F16 && t != TYPE_F64)
            return decoder_refuse(d, "a sum of type .%s", type_name(t));
        f->per = 2;
        f->regs = t == TYPE_F16 ? 1 : 2;
        return true;
    }
    f->per = f->wide ? 1 : (uint8_t)(32 / f->bits);
    f->regs = 1;
    return true;
}

static bool is_operand_type(Type t, int k) {
    switch (t) {
    case TYPE_F16:
    case TYPE_BF16:
    case TYPE_S8:
    case TYPE_U8: return k == 16;
    case TYPE_TF32: return k == 8;
    case TYPE_S4:
    case TYPE_U4: return k == 32;
    case TYPE_B1: return k == 128;
    case TYPE_F64: return k == 4;
    default: return false;
    }
}

// Fills in everything but the registers.
static bool fragment_shape(Decoder *d, const Stmt *s, Role role, Fragment *f,
                           int *minor) {
    int m, n, k;
    Type t = s->ntypes == 1 ? s->types[0] : TYPE_NONE;
    bool row = stmt_has(s, MOD_ROW);

    if (!mma_shape(s, &m, &n, &k) || (m == 16 && n == 8))
        return decoder_refuse(d, "a fragment of this shape");
    if (role != ROLE_C && !is_operand_type(t, k))
        return decoder_refuse(d, "a fragment of this shape and type");
    if (!fragment_type(d, f, role, t)) return false;
    if (role == ROLE_A) place_operand(f, m, k, m > 8);
    if (role == ROLE_B) place_operand(f, n, k, n == 32);
    if (role == ROLE_C) place_sums(f, m, n);
    f->nregs = f->ncores * f->regs;
    if (role != ROLE_C && t == TYPE_F16) f->nregs = 8;
    f->turned = role == ROLE_A      ? !row
                : role == ROLE_B    ? row
                : m == 8 && n == 32 ? row
                                    : !row;
    *minor = role == ROLE_A   ? (row ? k : m)
             : role == ROLE_B ? (row ? n : k)
                              : (row ? n : m);
    if (f->turned && f->bits < 8)
        return decoder_refuse(d, "elements of less than a byte this way round");
    return true;
}

// wmma.load.a.sync.aligned.layout.shape{.ss}.type r, [p] {, stride};
// wmma.store.d.sync.aligned.layout.shape{.ss}.type [p], r {, stride};
static bool select_fragment(Decoder *d, const Stmt *s, Insn *in, bool is_load) {
    Fragment *f = decoder_alloc(d, sizeof *f);
    const Operand *address = &s->opnd[is_load ? 1 : 0];
    Role role = stmt_has(s, MOD_FRAG_A)   ? ROLE_A
                : stmt_has(s, MOD_FRAG_B) ? ROLE_B
                                          : ROLE_C;
    Space space = memop_space(s);
    int minor = 0;

    if (s->nopnds < 2 || s->nopnds > 3 || address->kind != OPND_ADDR)
        return false;
    if (space != SPACE_GENERIC && space != SPACE_GLOBAL &&
        space != SPACE_SHARED)
        return decoder_refuse(d, "a fragment in this space");
    if (!fragment_shape(d, s, role, f, &minor)) return false;
    mma_converge(d, s);
    memop_init(d, s, address, space, in, &f->mem);
    f->mem.access = is_load ? "read" : "write";
    f->stride = s->nopnds == 3 ? src(d, &s->opnd[2], 32)
                               : src_bits(d, (uint64_t)minor, 32);
    in->fn = is_load ? exec_wmma_load : exec_wmma_store;
    int each = f->turned && f->bits >= 32 ? f->per : 1;
    decoder_cost(d, PIPE_LSU, (float)(f->ncores * each), 0);
    return mma_vector(d, &s->opnd[is_load ? 0 : 1], f->nregs, f->wide ? 64 : 32,
                      is_load, f->reg);
}

// ---- decoding: products

static void tile_of(MmaSlots *to, const MmaOp *op, const Slot *a, const Slot *b,
                    const Slot *c, const Slot *d) {
    memcpy(to->a, a, (size_t)op->na * sizeof *a);
    memcpy(to->b, b, (size_t)op->nb * sizeof *b);
    memcpy(to->c, c, (size_t)op->nc * sizeof *c);
    memcpy(to->d, d, (size_t)op->nd * sizeof *d);
}

static int registers_of(Type t, int rows, int k) {
    return t == TYPE_F16 ? 8 : mma_registers(rows, k, t);
}
static int sums_of(Type t, int m, int n) {
    return m / 8 * (n / 8) * (t == TYPE_F16 ? 1 : 2);
}

// wmma.mma.sync.aligned.alayout.blayout.shape{.dtype.atype.btype.ctype} d, a,
// b, c; of halves only .dtype.ctype
static bool select_wmma_mma(Decoder *d, const Stmt *s, Insn *in) {
    MmaOp *op = decoder_alloc(d, sizeof *op);
    MmaTile *t = &op->tile;
    Slot ra[MAX_REGS], rb[MAX_REGS], rc[MAX_REGS], rd[MAX_REGS];
    int m, n, k;
    bool halves = s->ntypes == 2;

    if ((!halves && s->ntypes != 4) || s->nopnds != 4 ||
        !mma_shape(s, &m, &n, &k) || (m == 16 && n == 8))
        return decoder_refuse(d, "this kind of matrix product");
    bool transposed = m == 8 && n == 32;
    Type a = halves ? TYPE_F16 : s->types[1],
         b = halves ? TYPE_F16 : s->types[2];
    if (!is_operand_type(a, k) || !is_operand_type(b, k))
        return decoder_refuse(d, "a matrix product of this shape and type");
    *t = (MmaTile){.rows = m == 8 && n == 8 ? 8 : 16,
                   .d = s->types[0],
                   .a = transposed ? b : a,
                   .b = transposed ? a : b,
                   .c = s->types[s->ntypes - 1],
                   .block = a == TYPE_TF32 ? 4 : 0};
    op->ntiles = m * n / (t->rows * MMA_N);
    if (!mma_fill(d, s, op, m, n, k)) return false;
    mma_converge(d, s);
    in->site = decoder_site(d, s, SPACE_GENERIC);
    in->fn = exec_mma;
    in->ptr = op;
    decoder_cost(d, PIPE_TENSOR, (float)op->ntiles, 0);
    int nd = sums_of(t->d, m, n), nc = sums_of(t->c, m, n);
    int na = registers_of(a, m, k), nb = registers_of(b, n, k);
    if (!mma_vector(d, &s->opnd[0], nd, mma_bits_of(t->d), true, rd) ||
        !mma_vector(d, &s->opnd[1], na, mma_bits_of(a), false, ra) ||
        !mma_vector(d, &s->opnd[2], nb, mma_bits_of(b), false, rb) ||
        !mma_vector(d, &s->opnd[3], nc, mma_bits_of(t->c), false, rc))
        return false;
    for (int i = 0; i < op->ntiles; i++) {
        const Slot *first = transposed ? rb : ra,
                   *second = transposed ? ra : rb;
        if (m == 16) second += i * op->nb;
        if (m == 32 || transposed) first += i * op->na;
        tile_of(&op->slots[i], op, first, second, rc + i * op->nc,
                rd + i * op->nd);
    }
    return true;
}

bool select_wmma(Decoder *d, const Stmt *s, Insn *in) {
    STMT_ACCEPT(s, MOD_ROW, MOD_COL, MOD_STORE, MOD_FRAG_C, MOD_FRAG_D, MOD_RN);
    if (stmt_has(s, MOD_MMA)) return select_wmma_mma(d, s, in);
    if (stmt_has(s, MOD_LOAD)) return select_fragment(d, s, in, true);
    return select_fragment(d, s, in, false);
}
