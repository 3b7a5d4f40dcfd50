// cp.async.bulk.tensor: boxes of a tensor that a tensor map describes, between
// global and shared memory. PTX ISA, "Data Movement and Conversion
// Instructions: Tensor copy".
//
// Moments are those of async_bulk.c: into shared memory when somebody looks at
// the mbarrier, out of it at once. The copy counts what of the box lies inside
// the tensor, by 16 bytes where it can; the mbarrier counts the whole box.
#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/core/launch.h"
#include "sim/core/trap.h"
#include "sim/decode/decode.h"
#include "sim/exec/async.h"
#include "sim/exec/bulk.h"

#include <stdio.h>
#include <string.h>

// ---- the map

static const TensorMap *no_map(Warp *w, const Insn *in, uint32_t l,
                               const char *what) {
    warp_trap_text(w, in, SIM_TRAP_TENSOR_MAP, 1u << l, "%s", what);
    return NULL;
}

// The bytes of the map in global or constant memory, or NULL: trapped.
static const void *map_in_memory(Warp *w, const Insn *in, uint32_t l,
                                 uint64_t at) {
    const Mem *mem = w->block->launch->memory.mem;
    const Alloc *in_const = mem_find(mem, at);
    Access a = {.lanes = (1u << TENSOR_MAP_BYTES / 16) - 1, .bytes = 16};
    if (in_const && in_const->kind == ALLOC_CONST &&
        at + TENSOR_MAP_BYTES <= in_const->hi)
        return mem_bytes(mem, at);
    if (at % 16) {
        warp_trap(w, in, SIM_TRAP_MISALIGNED, 1u << l, at, "read",
                  TENSOR_MAP_ALIGN);
        return NULL;
    }
    for (uint32_t i = 0; i < TENSOR_MAP_BYTES / 16; i++)
        a.at[i] = at + i * 16;
    access_classify(&a);
    if (!memop_check_global(w, in, &a)) return NULL;
    return mem_bytes(mem, at);
}

// Finds the map that lane l names. NULL: trapped.
static const TensorMap *map_find(Warp *w, const Insn *in, uint32_t l) {
    const BulkInsn *x = in->ptr;
    const Launch *la = w->block->launch;
    uint64_t at = bulk_address(w, &x->global, l);
    const TensorMap *m;

    if (at - MEM_LOCAL_BASE < MEM_WINDOW)
        return no_map(w, in, l,
                      "The tensor map lies in local memory, a copy of the "
                      "thread's own, where the copy cannot read it: the "
                      "kernel's parameter is not __grid_constant__");
    if (at - MEM_SHARED_BASE < MEM_WINDOW)
        return no_map(w, in, l,
                      "The tensor map lies in shared memory: copies read it "
                      "from a parameter, global or constant memory only");
    if (at - MEM_PARAM_BASE < MEM_WINDOW) {
        at -= MEM_PARAM_BASE;
        if (at + TENSOR_MAP_BYTES > la->code->param_bytes)
            return no_map(w, in, l,
                          "The tensor map is not all of it a "
                          "parameter of the kernel");
        m = (const void *)(la->memory.params + at);
    } else {
        m = map_in_memory(w, in, l, at);
        if (!m) return NULL;
    }
    if (at % TENSOR_MAP_ALIGN)
        return no_map(w, in, l,
                      "The address of the tensor map is not a multiple of 64");
    if (!tensor_map_is_good(m))
        return no_map(w, in, l,
                      "There is no tensor map at this address: "
                      "cuTensorMapEncodeTiled did not make one, or it did not "
                      "get here");
    if (m->rank == x->rank) return m;
    warp_trap_text(w, in, SIM_TRAP_TENSOR_MAP, 1u << l,
                   "A copy with %d coordinate%s by the map of a tensor with %d "
                   "dimension%s",
                   x->rank, x->rank == 1 ? "" : "s", m->rank,
                   m->rank == 1 ? "" : "s");
    return NULL;
}

static void coordinates(const Warp *w, const BulkInsn *x, uint32_t l,
                        int32_t *at) {
    for (int i = 0; i < x->rank; i++)
        at[i] = (int32_t)unit(w, x->at[i])->u32[l];
}

// A box begins at a multiple of 16 bytes in the tensor, also outside of it: an
// H100 and an H200 stop with an illegal instruction otherwise (measured
// 2026-11-26 with 4-byte elements: first coordinates -4, 0, 4, 12 are copied;
// -3, -1, 1, 7, 30 are not, whatever the others are).
static bool begins_well(Warp *w, const Insn *in, uint32_t l, const TensorMap *m,
                        const int32_t *at) {
    int bytes = tensor_element_bytes(m);
    int64_t from = (int64_t)at[0] * bytes;
    if (from % 16 == 0) return true;
    warp_trap_text(w, in, SIM_TRAP_TENSOR_MAP, 1u << l,
                   "A tensor copy begins at coordinate %d, which is %lld bytes "
                   "from column 0: no multiple of 16",
                   at[0], (long long)from);
    SimTrap *t = &w->block->launch->traps.trap;
    snprintf(
        t->hint, sizeof t->hint,
        "A GPU stops here with an illegal instruction. Begin at a multiple "
        "of %d elements, and make the box wider.",
        16 / bytes);
    return false;
}

// ---- the global side, checked and counted

// Pieces of one size that wait to be one request.
typedef struct Pieces {
    Access a;
    uint32_t n, elements; // of each piece: as many operations, if it adds
} Pieces;

static bool pieces_flush(Warp *w, const Insn *in, Pieces *p, AccessKind k) {
    const BulkInsn *x = in->ptr;
    if (!p->n) return true;
    p->a.lanes = p->n == WARP_SIZE ? ~0u : (1u << p->n) - 1;
    p->n = 0;
    access_classify(&p->a);
    if (!memop_check_global(w, in, &p->a)) return false;
    if (x->reduce == MOD_COUNT)
        observe_global(w, in, &p->a, k);
    else
        site_count(w, in)->atomics += (uint64_t)p->a.n * p->elements;
    return true;
}

static bool pieces_put(Warp *w, const Insn *in, Pieces *p, uint64_t at,
                       AccessKind k) {
    p->a.at[p->n++] = at;
    return p->n < WARP_SIZE || pieces_flush(w, in, p, k);
}

// Returns the bytes of the box that lie inside the tensor; -1: trapped.
static int64_t global_side(Warp *w, const Insn *in, const TensorBox *t,
                           AccessKind k) {
    uint32_t size = (uint32_t)tensor_element_bytes(&t->map);
    uint32_t rows = tensor_box_rows(&t->map);
    Pieces wide = {.a.bytes = 16, .elements = 16 / size},
           one = {.a.bytes = size, .elements = 1};
    int64_t bytes = 0;
    for (uint32_t i = 0; i < rows; i++) {
        TensorRow r = tensor_row(&t->map, t->at, i);
        bytes += r.inside;
        for (uint64_t at = r.at, end = r.at + r.inside; at < end;) {
            bool whole = at % 16 == 0 && end - at >= 16;
            if (!pieces_put(w, in, whole ? &wide : &one, at, k)) return -1;
            at += whole ? 16 : size;
        }
    }
    return pieces_flush(w, in, &wide, k) && pieces_flush(w, in, &one, k) ? bytes
                                                                         : -1;
}

// ---- into shared memory

static void fill_outside(uint8_t *to, uint32_t bytes, const TensorMap *m) {
    memset(to, m->nan_fill ? 0xff : 0, bytes);
    if (!m->nan_fill) return;
    uint32_t size = (uint32_t)tensor_element_bytes(m);
    for (uint32_t i = size - 1; i < bytes; i += size)
        to[i] = 0x7f; // no sign
}

// A row of the box, up to 256 elements of 8 bytes, to where the swizzle wants
// each 16 bytes of it.
static void spread(uint8_t *shared, uint32_t to, const uint8_t *row,
                   uint32_t bytes, unsigned swizzle) {
    if (!swizzle) {
        memcpy(shared + to, row, bytes);
        return;
    }
    for (uint32_t i = 0; i < bytes; i += 16)
        memcpy(shared + tensor_swizzled(swizzle, to + i), row + i, 16);
}

void tensor_complete(Block *b, const BulkCopy *c) {
    const TensorBox *t = c->box;
    const Mem *mem = b->launch->memory.mem;
    uint32_t rows = tensor_box_rows(&t->map);
    uint32_t bytes = tensor_box_bytes(&t->map) / rows;
    uint8_t row[256 * 8];
    for (uint32_t i = 0; i < rows; i++) {
        TensorRow r = tensor_row(&t->map, t->at, i);
        uint32_t end = r.before + r.inside;
        fill_outside(row, r.inside ? r.before : bytes, &t->map);
        if (r.inside) {
            memcpy(row + r.before, mem_bytes(mem, r.at), r.inside);
            fill_outside(row + end, bytes - end, &t->map);
        }
        spread(b->shared, c->to + r.to, row, bytes, t->map.swizzle);
    }
}

typedef struct Issue {
    Warp *w;
    const Insn *in;
    uint32_t l, to, mbarrier, bytes;
    TensorBox box;
} Issue;

static bool issue_to(void *ctx, Block *b) {
    const Issue *i = ctx;
    if (!bulk_fits(i->w, i->in, i->l, b, i->to, i->bytes, i->mbarrier))
        return false;
    BulkCopy *c = bulk_new(b, i->w, i->in, i->mbarrier);
    if (!c->box) c->box = arena_new(&b->launch->arena, TensorBox);
    *c->box = i->box;
    c->is_box = true;
    c->to = i->to;
    c->bytes = i->bytes;
    async_mark(b->async, i->to, i->bytes, 1);
    return true;
}

static bool aligned(Warp *w, const Insn *in, uint32_t l, uint32_t at,
                    const char *what) {
    if (at % TENSOR_TO_ALIGN == 0) return true;
    warp_trap_text(w, in, SIM_TRAP_MISALIGNED, 1u << l,
                   "The %s of a tensor copy lies %u bytes after a multiple of "
                   "%d in shared memory",
                   what, at % TENSOR_TO_ALIGN, TENSOR_TO_ALIGN);
    SimTrap *t = &w->block->launch->traps.trap;
    snprintf(t->hint, sizeof t->hint,
             "Declare the array as alignas(%d), and copy to its beginning or a "
             "multiple of %d bytes further on.",
             TENSOR_TO_ALIGN, TENSOR_TO_ALIGN);
    return false;
}

static bool issue_in(Warp *w, const Insn *in, uint32_t l) {
    const BulkInsn *x = in->ptr;
    const TensorMap *m = map_find(w, in, l);
    if (!m) return false;
    Issue i = {.w = w, .in = in, .l = l, .box.map = *m};
    i.bytes = tensor_box_bytes(m);
    coordinates(w, x, l, i.box.at);
    if (!begins_well(w, in, l, m, i.box.at)) return false;
    Block *b = bulk_destination(w, in, l, i.bytes, 16, &i.to, &i.mbarrier);
    if (!b || !aligned(w, in, l, i.to, "destination")) return false;
    int64_t inside = global_side(w, in, &i.box, ACCESS_LOAD);
    if (inside < 0) return false;
    SimCounters *n = site_count(w, in);
    observe_async(w, in, (uint64_t)inside);
    n->bulk_bytes += (uint64_t)inside;
    n->tensor_bytes += (uint64_t)inside;
    return bulk_each_block(w, in, l, b, issue_to, &i);
}

static const Insn *exec_tensor_in(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active)
    if (!issue_in(w, in, l)) return NULL;
    return in + 1;
}

// ---- out of shared memory

static Type element_type(const TensorMap *m) {
    static const Type of[TENSOR_TYPES] = {
        [TENSOR_U8] = TYPE_U8,   [TENSOR_U16] = TYPE_U16,
        [TENSOR_U32] = TYPE_U32, [TENSOR_S32] = TYPE_S32,
        [TENSOR_U64] = TYPE_U64, [TENSOR_S64] = TYPE_S64,
        [TENSOR_F16] = TYPE_F16, [TENSOR_F32] = TYPE_F32,
        [TENSOR_F64] = TYPE_F64, [TENSOR_BF16] = TYPE_BF16,
    };
    return of[m->type];
}

// Bits have no sign.
static const BulkOp *reduction(const BulkInsn *x, const TensorMap *m) {
    Type t = element_type(m);
    bool wide = tensor_element_bytes(m) == 8;
    if (x->reduce == MOD_AND || x->reduce == MOD_OR || x->reduce == MOD_XOR)
        t = wide ? TYPE_B64 : TYPE_B32;
    const BulkOp *op = bulk_op(x->reduce, t);
    return op && op->size == tensor_element_bytes(m) ? op : NULL;
}

// Row r, which goes to global memory, and that of the box in shared memory.
static void gather(Warp *w, const Insn *in, uint32_t l, const Block *b,
                   uint32_t from, const TensorMap *m, const TensorRow *r,
                   uint8_t *row) {
    uint32_t first = r->before / 16 * 16, end = r->before + r->inside;
    if (!m->swizzle) {
        observe_bulk_read(w, in, l, b, from + r->to + r->before, r->inside);
        memcpy(row, b->shared + from + r->to + r->before, r->inside);
        return;
    }
    uint8_t whole[256 * 8 + 16];
    for (uint32_t i = first; i < end; i += 16) {
        uint32_t at = tensor_swizzled(m->swizzle, from + r->to + i);
        observe_bulk_read(w, in, l, b, at, 16);
        memcpy(whole + i, b->shared + at, 16);
    }
    memcpy(row, whole + r->before, r->inside);
}

static bool copy_out(Warp *w, const Insn *in, uint32_t l) {
    const BulkInsn *x = in->ptr;
    const TensorMap *m = map_find(w, in, l);
    const BulkOp *op = NULL;
    uint32_t from;
    uint8_t row[256 * 8];

    if (!m) return false;
    TensorBox t = {.map = *m};
    coordinates(w, x, l, t.at);
    if (!begins_well(w, in, l, m, t.at)) return false;
    if (x->reduce != MOD_COUNT && !(op = reduction(x, m)))
        return no_map(w, in, l,
                      "This reduction does not exist for the "
                      "elements of the tensor map");
    uint32_t rows = tensor_box_rows(m);
    const Block *b = shared_find(w, in, (int)l, bulk_address(w, &x->from, l),
                                 tensor_box_bytes(m), 16, "read", &from);
    if (!b || !aligned(w, in, l, from, "source") ||
        global_side(w, in, &t, ACCESS_STORE) < 0)
        return false;
    for (uint32_t i = 0; i < rows; i++) {
        TensorRow r = tensor_row(&t.map, t.at, i);
        if (!r.inside) continue;
        gather(w, in, l, b, from, &t.map, &r, row);
        bulk_move(op, mem_bytes(w->block->launch->memory.mem, r.at), row,
                  r.inside);
    }
    w->block->progress++;
    return true;
}

static const Insn *exec_tensor_out(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active)
    if (!copy_out(w, in, l)) return NULL;
    return in + 1;
}

// Into L2, which nothing here depends on; but the map has to be one.
static const Insn *exec_tensor_prefetch(Warp *w, const Insn *in) {
    FOR_LANES(l, w->active)
    if (!map_find(w, in, l)) return NULL;
    return in + 1;
}

// ---- select

static int rank_of(const Stmt *s) {
    static const Mod mods[] = {MOD_1D, MOD_2D, MOD_3D, MOD_4D, MOD_5D};
    for (int i = 0; i < (int)COUNT_OF(mods); i++)
        if (stmt_has(s, mods[i])) return i + 1;
    return 0;
}

// Operand i: [map, {c0, c1, ...}]
static bool bind_map(Decoder *d, const Stmt *s, int i, Insn *in, BulkInsn *x,
                     const char *access) {
    if (!bulk_bind(d, s, i, SPACE_GENERIC, in, &x->global, access))
        return false;
    const Operand *o = &s->opnd[i];
    if (o->n != 1) return decoder_refuse(d, "a tensor copy without a place");
    const Operand *at = o->at->kind == OPND_VEC ? o->at->at : o->at;
    int n = o->at->kind == OPND_VEC ? o->at->n : 1;
    if (!x->rank || n != x->rank)
        return decoder_refuse(d, "%d coordinates of a tensor", n);
    for (int k = 0; k < n; k++)
        x->at[k] = src(d, &at[k], 32);
    return true;
}

static Mod reduction_of(const Stmt *s) {
    static const Mod mods[] = {MOD_ADD, MOD_MIN, MOD_MAX, MOD_INC,
                               MOD_DEC, MOD_AND, MOD_OR,  MOD_XOR};
    for (size_t i = 0; i < COUNT_OF(mods); i++)
        if (stmt_has(s, mods[i])) return mods[i];
    return MOD_COUNT;
}

// [to], [map, {c}], [mbarrier]{, cta mask}{, policy}
static bool select_in(Decoder *d, const Stmt *s, Insn *in, BulkInsn *x) {
    STMT_ACCEPT(s, MOD_COMPLETE_TX_BYTES);
    if (!operands_are(d, s, 3, 5) ||
        !bulk_bind(d, s, 0, SPACE_SHARED, in, &x->to, "write") ||
        !bulk_bind(d, s, 2, SPACE_SHARED, in, &x->mbarrier, "atomic") ||
        !bind_map(d, s, 1, in, x, "read"))
        return false;
    if (stmt_has(s, MOD_MULTICAST_CLUSTER)) {
        if (s->nopnds < 4) return decoder_refuse(d, "a multicast to nobody");
        x->ctas = src(d, &s->opnd[3], 16);
    }
    in->fn = exec_tensor_in;
    return true;
}

// [map, {c}], [from]{, policy}
static bool select_out(Decoder *d, const Stmt *s, Insn *in, BulkInsn *x) {
    if (!operands_are(d, s, 2, 3) ||
        !bulk_bind(d, s, 1, SPACE_SHARED, in, &x->from, "read") ||
        !bind_map(d, s, 0, in, x, "write"))
        return false;
    d->entry->has_bulk_reads = true;
    in->fn = exec_tensor_out;
    return true;
}

bool select_tensor(Decoder *d, const Stmt *s, Insn *in) {
    BulkInsn *x = decoder_alloc(d, sizeof *x);
    x->ctas = SLOT_NONE;
    x->rank = (uint8_t)rank_of(s);
    x->reduce = stmt_has(s, MOD_REDUCE) ? reduction_of(s) : MOD_COUNT;
    STMT_ACCEPT(s, MOD_TENSOR, MOD_TILE, MOD_GLOBAL, MOD_SHARED_CTA,
                MOD_SHARED_CLUSTER);
    bool ok;
    if (stmt_has(s, MOD_PREFETCH)) {
        ok = bind_map(d, s, 0, in, x, "read");
        in->fn = exec_tensor_prefetch;
    } else if (stmt_has(s, MOD_BULK_GROUP)) {
        ok = select_out(d, s, in, x);
    } else {
        ok = select_in(d, s, in, x);
    }
    in->bytes = 16;
    in->vec = 1;
    in->ptr = x;
    return ok;
}
