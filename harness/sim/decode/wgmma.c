// The registers that wgmma works with while the warp goes on.
#include "sim/decode/decode.h"

static void take_registers(uint8_t *set, const Operand *o) {
    const Operand *at = o->kind == OPND_VEC ? o->at : o;
    int n = o->kind == OPND_VEC ? o->n : 1;
    for (int i = 0; i < n; i++)
        if (at[i].kind == OPND_REG && type_bits(at[i].sym->type) == 32)
            set[at[i].sym->index] = 1;
}

static bool is_product(const Stmt *s) {
    return s->op == OP_WGMMA && s->nopnds >= 4;
}

static bool is_copy(const Stmt *s) {
    return s->op == OP_MOV && s->nopnds == 2 && s->opnd[0].kind == OPND_REG &&
           s->opnd[1].kind == OPND_REG &&
           type_bits(s->opnd[0].sym->type) == 32 &&
           type_bits(s->opnd[1].sym->type) == 32;
}

uint8_t *wgmma_registers(Arena *a, const PtxFunc *f) {
    uint8_t *set = NULL;
    for (int i = 0; i < f->nstmts; i++) {
        const Stmt *s = &f->stmts[i];
        if (!is_product(s)) continue;
        if (!set) set = arena_array(a, uint8_t, (size_t)f->nregs + 1);
        take_registers(set, &s->opnd[0]);
        if (s->opnd[1].kind == OPND_VEC) take_registers(set, &s->opnd[1]);
    }
    for (bool more = set; more;) {
        more = false;
        for (int i = 0; i < f->nstmts; i++) {
            const Stmt *s = &f->stmts[i];
            if (!is_copy(s)) continue;
            uint8_t *to = &set[s->opnd[0].sym->index];
            uint8_t *from = &set[s->opnd[1].sym->index];
            more |= *to != *from;
            *to = *from = *to | *from;
        }
    }
    return set;
}
