// Which array of shared memory an address is made from, or which pointer among
// the launch's parameters. An index that runs past the end of an array may stay
// inside of the block's memory, or land in another array; then the array is
// what tells that it is wrong.
//
// The root of a register is the array, or the parameter, whose address all its
// definitions are made from, by adding numbers that are no addresses. A
// parameter is a pointer if it is turned into an address of global memory
// (cvta), as nvcc does with every one, or declared as one (.ptr .global), as
// Triton does. Loops carry addresses
// backwards, so statements are gone through until nothing changes. Where two
// arrays meet, or where an address is cut or shifted, there is no root: then
// an access is checked against the whole memory of the block.
#include "sim/decode/decode.h"
#include "sim/decode/memop.h"

static const Sym plain;  // made from no array
static const Sym unsure; // from several, or in a way that is not followed

enum { MOST_POINTERS = 32 };

typedef struct Roots {
    const Sym **of; // NULL: nothing known yet
    const Sym *made;
    bool grew;
    uint8_t *is_pointer; // [f->nregs]: some cvta reads it
    // One for each place among the parameters that a pointer is read from:
    // `definition` is the parameter, `offset` the bytes into it.
    Sym *params;
    int nparams;
} Roots;

static const Sym *either(const Sym *a, const Sym *b) {
    return !a || a == b ? b : !b ? a : &unsure;
}

static const Sym *added(const Sym *a, const Sym *b) {
    if (!a || !b) return NULL;
    return a == &plain ? b : b == &plain ? a : &unsure;
}

// Something else than a sum.
static const Sym *blend(const Sym *a, const Sym *b) {
    if (!a || !b) return NULL;
    return a == &plain && b == &plain ? &plain : &unsure;
}

static const Sym *shared_array(const Sym *sym) {
    const Sym *s = sym->definition ? sym->definition : sym;
    return s->kind == SYM_VAR && s->space == SPACE_SHARED && s->size ? s : NULL;
}

static const Sym *root_of(const Roots *r, const Operand *o) {
    const Sym *all = &plain;
    switch (o->kind) {
    case OPND_REG: return r->of[o->sym->index];
    case OPND_SYM: {
        const Sym *s = shared_array(o->sym);
        return s ? s : &plain;
    }
    case OPND_VEC:
        for (int i = 0; i < o->n; i++)
            all = blend(all, root_of(r, &o->at[i]));
        return all;
    default: return &plain;
    }
}

// The pointer that s reads from the launch's parameters, or what is none.
static const Sym *param_root(Roots *r, const Stmt *s) {
    const Operand *to = &s->opnd[0], *from = &s->opnd[1];
    bool of_params = stmt_has(s, MOD_PARAM) || stmt_has(s, MOD_PARAM_ENTRY);
    if (!of_params || to->kind != OPND_REG || from->kind != OPND_ADDR ||
        !from->sym || !from->sym->is_entry_param ||
        (!r->is_pointer[to->sym->index] && !from->sym->points_to_global))
        return &plain;
    for (int i = 0; i < r->nparams; i++)
        if (r->params[i].definition == from->sym &&
            r->params[i].offset == (uint64_t)from->imm)
            return &r->params[i];
    if (r->nparams == MOST_POINTERS) return &unsure;
    r->params[r->nparams] = (Sym){.kind = SYM_VAR,
                                  .space = SPACE_PARAM,
                                  .definition = from->sym,
                                  .offset = (uint64_t)from->imm};
    return &r->params[r->nparams++];
}

static const Sym *result_of(Roots *r, const Stmt *s) {
    const Sym *x[MAX_OPNDS], *all = &plain;
    for (int i = 1; i < s->nopnds; i++)
        x[i] = root_of(r, &s->opnd[i]);
    switch (s->op) {
    case OP_LD: return param_root(r, s);
    case OP_LDU:
    case OP_ATOM: return &plain;
    case OP_MOV:
    case OP_CVTA:
    case OP_CVT: return x[1];
    case OP_ADD:
    case OP_OR: return added(x[1], x[2]);
    case OP_SUB: return x[2] == &plain ? x[1] : x[2] ? &unsure : NULL;
    case OP_MAD: return added(blend(x[1], x[2]), x[3]);
    case OP_SELP: return either(x[1], x[2]);
    default:
        for (int i = 1; i < s->nopnds; i++)
            all = blend(all, x[i]);
        return all;
    }
}

static void note_made(void *ctx, const Sym *reg, bool is_def) {
    Roots *r = ctx;
    const Sym **of = &r->of[reg->index], *now = either(*of, r->made);
    if (!is_def || now == *of) return;
    *of = now;
    r->grew = true;
}

const Sym **array_roots(Arena *a, const PtxFunc *f) {
    Roots r = {.of = arena_array(a, const Sym *, (size_t)f->nregs + 1),
               .is_pointer = arena_array(a, uint8_t, (size_t)f->nregs + 1),
               .params = arena_array(a, Sym, MOST_POINTERS)};
    for (int i = 0; i < f->nstmts; i++) {
        const Stmt *s = &f->stmts[i];
        if (s->op == OP_CVTA && s->opnd[1].kind == OPND_REG)
            r.is_pointer[s->opnd[1].sym->index] = 1;
    }
    do {
        r.grew = false;
        for (int i = 0; i < f->nstmts; i++) {
            r.made = result_of(&r, &f->stmts[i]);
            if (r.made) stmt_registers(&f->stmts[i], note_made, &r);
        }
    } while (r.grew);
    return r.of;
}

static const SharedVar *array_of(const Decoder *d, const Operand *o) {
    const Sym *s = o->kind != OPND_ADDR || !o->sym ? NULL
                   : o->sym->kind == SYM_REG       ? d->roots[o->sym->index]
                                                   : shared_array(o->sym);
    for (int i = 0; s && i < d->fam->nshared; i++)
        if (d->fam->shared[i] == s) return &d->entry->shared_vars[i];
    return NULL;
}

// The place of the pointer among the parameters, or -1.
static int32_t param_of(const Decoder *d, const Operand *o) {
    const Sym *s = o->kind == OPND_ADDR && o->sym && o->sym->kind == SYM_REG
                       ? d->roots[o->sym->index]
                       : NULL;
    return s && s->space == SPACE_PARAM && s->definition
               ? (int32_t)(s->definition->offset + s->offset)
               : -1;
}

void memop_array(Decoder *d, const Operand *o, const Insn *in, MemOp *op) {
    if (op->space == SPACE_GLOBAL || op->space == SPACE_GENERIC)
        d->sites.at[in->site].param = param_of(d, o) + 1;
    if (op->space != SPACE_SHARED || op->in_cluster) return;
    const SharedVar *v = array_of(d, o);
    if (!v) return;
    op->lo = v->offset;
    op->hi = v->offset + v->size;
    d->sites.at[in->site].array = v;
}
