// atom and red: read, compute, write, a lane at a time, lowest lane first. PTX
// ISA, "Parallel Synchronization and Communication Instructions: atom, red".
//
// The order is fixed (in a shuffled launch highest lane first), so sums of
// floats repeat bit by bit: where it matters, a block waits for its turn, or
// leaves what nobody waits for until then (independence.h).
#include "sim/access/deferred.h"
#include "sim/access/observe.h"
#include "sim/core/turn.h"
#include "sim/exec/async.h"
#include "sim/exec/cluster.h"
#include "sim/exec/select.h"

// In the shared memory of other blocks of the cluster, one after the other. In
// the end a->lanes is what it was: all of them are done.
static bool atom_remote(Warp *w, const Insn *in, Access *a) {
    const AtomInsn *x = in->ptr;
    uint32_t all = a->lanes;
    for (uint32_t left = all; left; left &= ~a->lanes) {
        Block *b = cluster_take(w, in, a, left);
        if (!b) return false;
        observe_cluster(w, in, a, ACCESS_ATOMIC, b);
        atom_apply(w, x, a, x->op_shared, b->shared);
        b->progress++;
    }
    a->lanes = all;
    return true;
}

static bool atom_in(Warp *w, const Insn *in, Access *a, Space space) {
    const AtomInsn *x = in->ptr;

    if (space == SPACE_SHARED) {
        if (access_is_remote(w, a)) return atom_remote(w, in, a);
        if (!memop_check_shared(w, in, a)) return false;
        observe_shared(w, in, a, ACCESS_ATOMIC);
        atom_apply(w, x, a, x->op_shared, w->block->shared);
        return true;
    }
    // of local memory or parameters there are no atomics: no such allocation
    if (!memop_check_global(w, in, a)) return false;
    const Launch *la = w->block->launch;
    bool waits =
        x->mem.is_gated && !(x->mem.is_deferrable && deferred_take(la));
    if (waits && !turn_gate(w)) return false;
    observe_global(w, in, a, ACCESS_ATOMIC);
    // Asked again: a full log may have had its block wait for its turn there.
    bool deferred = x->mem.is_deferrable && deferred_take(la);
    // Counts as progress: others may wait for what it changes.
    w->block->progress += x->mem.is_free || x->mem.is_deferrable;
    if (deferred)
        deferred_add(w, x, a);
    else if (x->mem.is_free && w->block->launch->order.turns)
        atom_apply_free(w, x, a, memop_base(w, &x->mem, a));
    else
        atom_apply(w, x, a, x->op, memop_base(w, &x->mem, a));
    return true;
}

static const Insn *exec_atom(Warp *w, const Insn *in) {
    const MemOp *op = memop_of(in);
    Access a;

    a.bytes = op->bytes;
    if (op->space != SPACE_GENERIC) {
        a.lanes = w->active;
        memop_shape(w, op, &a);
        return atom_in(w, in, &a, op->space) ? in + 1 : NULL;
    }
    memop_addresses(w, op, &a);
    for (uint32_t left = w->active; left; left &= ~a.lanes) {
        Space space = memop_take_window(&a, left);
        if (!atom_in(w, in, &a, space)) return NULL;
    }
    return in + 1;
}

// ptxas makes red of an atom whose result nothing reads.
void atom_unread(const Insn *in) {
    if (in->fn == exec_atom)
        ((AtomInsn *)(uintptr_t)in->ptr)->has_result = false;
}

// ---- select

typedef struct AtomRow {
    Mod op;
    Type type; // the operation of these types; bits count where sign does not
    AtomOp fn, shared;
} AtomRow;

// clang-format off
static const AtomRow rows[] = {
    {MOD_ADD, TYPE_U32,    atom_add_32,      atom_add_32},
    {MOD_ADD, TYPE_S32,    atom_add_32,      atom_add_32},
    {MOD_ADD, TYPE_U64,    atom_add_64,      atom_add_64},
    {MOD_ADD, TYPE_S64,    atom_add_64,      atom_add_64},
    {MOD_ADD, TYPE_F32,    atom_add_f32_ftz, atom_add_f32},
    {MOD_ADD, TYPE_F64,    atom_add_f64,     atom_add_f64},
    {MOD_ADD, TYPE_F16,    atom_add_f16,     atom_add_f16},
    {MOD_ADD, TYPE_F16X2,  atom_add_f16x2,   atom_add_f16x2},
    {MOD_ADD, TYPE_BF16,   atom_add_bf16,    atom_add_bf16},
    {MOD_ADD, TYPE_BF16X2, atom_add_bf16x2,  atom_add_bf16x2},
    {MOD_MIN, TYPE_U32,    atom_min_u32,     atom_min_u32},
    {MOD_MIN, TYPE_S32,    atom_min_s32,     atom_min_s32},
    {MOD_MIN, TYPE_U64,    atom_min_u64,     atom_min_u64},
    {MOD_MIN, TYPE_S64,    atom_min_s64,     atom_min_s64},
    {MOD_MAX, TYPE_U32,    atom_max_u32,     atom_max_u32},
    {MOD_MAX, TYPE_S32,    atom_max_s32,     atom_max_s32},
    {MOD_MAX, TYPE_U64,    atom_max_u64,     atom_max_u64},
    {MOD_MAX, TYPE_S64,    atom_max_s64,     atom_max_s64},
    {MOD_MIN, TYPE_F16, atom_min_f16, atom_min_f16},
    {MOD_MIN, TYPE_F16X2, atom_min_f16x2, atom_min_f16x2},
    {MOD_MIN, TYPE_BF16, atom_min_bf16, atom_min_bf16},
    {MOD_MIN, TYPE_BF16X2, atom_min_bf16x2, atom_min_bf16x2},
    {MOD_MAX, TYPE_F16, atom_max_f16, atom_max_f16},
    {MOD_MAX, TYPE_F16X2, atom_max_f16x2, atom_max_f16x2},
    {MOD_MAX, TYPE_BF16, atom_max_bf16, atom_max_bf16},
    {MOD_MAX, TYPE_BF16X2, atom_max_bf16x2, atom_max_bf16x2},
    {MOD_INC, TYPE_U32,    atom_inc,         atom_inc},
    {MOD_DEC, TYPE_U32,    atom_dec,         atom_dec},
    {MOD_AND, TYPE_B32,    atom_and,         atom_and},
    {MOD_AND, TYPE_B64,    atom_and,         atom_and},
    {MOD_OR,  TYPE_B32,    atom_or,          atom_or},
    {MOD_OR,  TYPE_B64,    atom_or,          atom_or},
    {MOD_XOR, TYPE_B32,    atom_xor,         atom_xor},
    {MOD_XOR, TYPE_B64,    atom_xor,         atom_xor},
    {MOD_EXCH, TYPE_B32,   atom_exch,        atom_exch},
    {MOD_EXCH, TYPE_B64,   atom_exch,        atom_exch},
    {MOD_CAS, TYPE_B16,    atom_cas,         atom_cas},
    {MOD_CAS, TYPE_B32,    atom_cas,         atom_cas},
    {MOD_CAS, TYPE_B64,    atom_cas,         atom_cas},
    {MOD_EXCH, TYPE_B128,  atom_exch,        atom_exch},
    {MOD_CAS, TYPE_B128,   atom_cas,         atom_cas},
};
// clang-format on

static const AtomRow *row_find(const Stmt *s) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].type == t && stmt_has(s, rows[i].op)) return &rows[i];
    return NULL;
}

// The registers of o, one per element.
static bool bind(Decoder *d, const Operand *o, AtomInsn *x, bool is_result,
                 Slot *slots) {
    int n = o->kind == OPND_VEC ? o->n : 1;
    const Operand *at = o->kind == OPND_VEC ? o->at : o;

    if (x->mem.is_wide) {
        memop_halves(d, o, is_result, slots);
        return true;
    }
    if (n != x->mem.nreg)
        return decoder_refuse(d, "an atomic with %d registers", n);
    for (int v = 0; v < n; v++)
        slots[v] = is_result ? dst(d, &at[v], x->mem.reg_bits)
                             : src(d, &at[v], x->mem.reg_bits);
    return true;
}

bool select_atom(Decoder *d, const Stmt *s, Insn *in) {
    int at = s->op == OP_ATOM; // the operand that is the address
    if (stmt_has(s, MOD_ASYNC)) return select_remote(d, s, in);
    const AtomRow *row = row_find(s);
    Space space = memop_space(s);

    if (!row) return decoder_refuse(d, "this atomic operation");
    if (space != SPACE_GENERIC && space != SPACE_GLOBAL &&
        space != SPACE_SHARED)
        return decoder_refuse(d, "an atomic in this space");
    AtomInsn *x = decoder_alloc(d, sizeof *x);
    MemOp *op = memop_init(d, s, &s->opnd[at], space, in, &x->mem);
    memop_array(d, &s->opnd[at], in, op);
    if (!memop_type(d, s, op, in)) return false;
    op->access = "atomic";
    op->reg_bits = (uint8_t)max_of(op->size * 8, 16);
    x->op = row->fn;
    x->op_shared = row->shared;
    x->second = SLOT_NONE;
    for (size_t v = 0; v < COUNT_OF(x->result); v++)
        x->result[v] = SLOT_NONE;
    in->fn = exec_atom;
    if (s->op == OP_ATOM && !bind(d, &s->opnd[0], x, true, x->result))
        return false;
    if (!bind(d, &s->opnd[at + 1], x, false, op->reg)) return false;
    x->is_float = type_is_float(row->type);
    x->is_swap = row->op == MOD_CAS;
    op->compares = x->is_swap || row->op == MOD_MIN || row->op == MOD_MAX;
    x->is_loop = x->is_float ||
                 (op->size == 8 && row->op != MOD_CAS && row->op != MOD_EXCH);
    x->has_result = s->op == OP_ATOM;
    x->is_uniform = decoder_is_uniform(d, s);
    x->is_constant = row->op == MOD_ADD && s->opnd[at + 1].kind == OPND_IMM;
    for (int i = 0; op->nreg == 1 && i < 2; i++) {
        AtomOp fn = i ? row->shared : row->fn;
        if (op->size == 4) x->bulk32[i] = atom_bulk_32(fn);
        if (op->size == 8) x->bulk64[i] = atom_bulk_64(fn);
    }
    if (row->op != MOD_CAS) return true;
    Slot second[2];
    if (op->is_wide)
        memop_halves(d, &s->opnd[at + 2], false, second);
    else
        second[0] = src(d, &s->opnd[at + 2], op->reg_bits);
    x->second = second[0];
    return true;
}
