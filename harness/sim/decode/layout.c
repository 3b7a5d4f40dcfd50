// Places variables: offsets in frames, parameters and shared memory.
//
// Shared memory is laid out for one entry at a time, and holds only what that
// entry and the functions it may call name: another kernel's tiles must not
// cost this one its occupancy. So Sym.offset of a .shared variable is good
// while its entry is decoded, and the decoded instructions hold the number.
#include "sim/decode/decode.h"

#include "base/vec.h"

#include <stdlib.h>

// ---- walking

static void walk(const Operand *o, OperandFn visit, void *ctx) {
    visit(ctx, o);
    for (int i = 0; i < o->n; i++)
        walk(&o->at[i], visit, ctx);
}

void stmt_operands(const Stmt *s, OperandFn visit, void *ctx) {
    for (int i = 0; i < s->nopnds; i++)
        walk(&s->opnd[i], visit, ctx);
}

// ---- families

// A kernel whose address is taken is launched, not called: no part of this one.
static void layout_add(Family *fam, const PtxFunc *f) {
    if (f->is_declared_only || f->is_entry) return;
    for (int i = 0; i < fam->n; i++)
        if (fam->at[i] == f) return;
    vec_push(fam, f);
}

static void add_named(void *ctx, const Operand *o) {
    if (o->kind == OPND_SYM && o->sym && o->sym->kind == SYM_FUNC)
        layout_add(ctx, o->sym->func);
}

static bool is_indirect_call(const Stmt *s) {
    if (s->op != OP_CALL) return false;
    for (int i = 0; i < s->nopnds; i++)
        if (s->opnd[i].kind == OPND_REG) return true;
    return false;
}

// Adds what f names, and what that names; true if one calls through a pointer.
static bool close_over(Family *fam, int from) {
    bool indirect = false;
    for (int i = from; i < fam->n; i++) {
        const PtxFunc *f = fam->at[i];
        for (int k = 0; k < f->nstmts; k++) {
            const Stmt *s = &f->stmts[k];
            if (s->op != OP_CALL && s->op != OP_MOV) continue;
            indirect |= is_indirect_call(s);
            stmt_operands(s, add_named, fam);
        }
    }
    return indirect;
}

// Functions whose address is somewhere in the module.
static void add_pointed_at(Family *fam, const PtxModule *m) {
    for (int i = 0; i < m->nvars; i++)
        for (int k = 0; k < m->vars[i]->ninits; k++)
            if (m->vars[i]->inits[k].sym->kind == SYM_FUNC)
                layout_add(fam, m->vars[i]->inits[k].sym->func);
    for (int i = 0; i < m->nfuncs; i++)
        for (int k = 0; k < m->funcs[i]->nstmts; k++)
            if (m->funcs[i]->stmts[k].op == OP_MOV)
                stmt_operands(&m->funcs[i]->stmts[k], add_named, fam);
}

// ---- offsets

static uint64_t align_up(uint64_t v, uint64_t to) {
    return to > 1 ? (v + to - 1) / to * to : v;
}

static void layout_place(Sym *s, uint64_t *end) {
    s->offset = align_up(*end, s->align);
    *end = s->offset + s->size;
}

// Frames and parameters beyond this do not exist on any device; the clamp only
// keeps a senseless size from wrapping around. 512 KiB is the local limit.
static uint32_t clamp(uint64_t bytes) {
    return bytes > 1u << 30 ? 1u << 30 : (uint32_t)bytes;
}

uint32_t param_layout(const PtxFunc *f) {
    uint64_t end = 0;
    if (!f->is_entry) return 0;
    for (int i = 0; i < f->nparams; i++)
        layout_place(f->params[i], &end);
    return clamp(end);
}

//   frame:  | returns | parameters | .local and .param variables of the body |
uint32_t frame_layout(const PtxFunc *f) {
    uint64_t end = 0;
    for (int i = 0; i < f->nreturns; i++)
        layout_place(f->returns[i], &end);
    for (int i = 0; i < f->nparams && !f->is_entry; i++)
        layout_place(f->params[i], &end);
    for (int i = 0; i < f->nvars; i++) {
        Space space = f->vars[i]->space;
        if (space == SPACE_LOCAL || space == SPACE_PARAM)
            layout_place(f->vars[i], &end);
    }
    return clamp(align_up(end, 16));
}

// ---- shared memory

typedef struct SharedVars {
    Sym **at; // in order of first use; heap
    int n, cap;
} SharedVars;

static void add_shared(void *ctx, const Operand *o) {
    SharedVars *list = ctx;
    if (o->kind != OPND_SYM && o->kind != OPND_ADDR) return;
    if (!o->sym || o->sym->kind != SYM_VAR || o->sym->space != SPACE_SHARED)
        return;
    for (int i = 0; i < list->n; i++)
        if (list->at[i] == o->sym) return;
    vec_push(list, (Sym *)o->sym);
}

// Static variables first; all dynamic arrays begin together behind them.
static uint32_t shared_layout(Family *fam) {
    SharedVars list = {0};
    for (int i = 0; i < fam->n; i++)
        for (int k = 0; k < fam->at[i]->nstmts; k++)
            stmt_operands(&fam->at[i]->stmts[k], add_shared, &list);

    uint64_t end = 0, align = 16;
    for (int i = 0; i < list.n; i++)
        if (list.at[i]->size) layout_place(list.at[i], &end);
    for (int i = 0; i < list.n; i++)
        if (!list.at[i]->size) align = max_of(align, list.at[i]->align);
    bool dynamic = false;
    for (int i = 0; i < list.n; i++) {
        if (list.at[i]->size) continue;
        list.at[i]->offset = align_up(end, align);
        dynamic = true;
    }
    // The dynamic part, which a launch asks for, comes after the static part
    // with its padding.
    uint32_t bytes = clamp(dynamic ? align_up(end, align) : end);
    fam->shared = list.at;
    fam->nshared = list.n;
    return bytes;
}

void family_collect(Family *fam, const PtxModule *m, const PtxFunc *entry) {
    *fam = (Family){0};
    vec_push(fam, entry);
    bool indirect = close_over(fam, 0);
    fam->ndirect = fam->n;
    if (indirect) {
        add_pointed_at(fam, m);
        close_over(fam, fam->ndirect);
    }
    for (int i = 0; i < fam->n; i++) {
        param_layout(fam->at[i]);
        frame_layout(fam->at[i]);
    }
    fam->shared_bytes = shared_layout(fam);
}

void family_free(Family *fam) {
    vec_free(fam);
    free(fam->shared);
    fam->shared = NULL;
}
