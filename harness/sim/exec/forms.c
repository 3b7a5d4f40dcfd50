// Select functions by table: finding the row, binding its operands.
#include "sim/exec/forms.h"

#include "sim/decode/decoder.h"
#include "sim/exec/arith.h"

static bool has_mod(const Form *f, Mod m) {
    for (int i = 0; i < f->nmods; i++)
        if (f->mods[i] == m) return true;
    return false;
}

bool form_matches(const Form *f, const Stmt *s) {
    if (f->op != s->op || f->nmods != s->nmods || s->ntypes < 1) return false;
    if (!(f->types >> s->types[0] & 1)) return false;
    for (int i = 0; i < s->nmods; i++)
        if (!has_mod(f, s->mods[i])) return false;
    return true;
}

bool form_bind(Decoder *d, const Stmt *s, const uint8_t bits[5], Insn *in) {
    int n = 1;
    while (n < 5 && bits[n])
        n++;
    if (s->nopnds != n) return false;
    in->dst = dst(d, &s->opnd[0], bits[0]);
    for (int i = 1; i < n; i++)
        in->src[i - 1] = src(d, &s->opnd[i], bits[i]);
    return true;
}

bool form_select(const Form *forms, size_t n, Decoder *d, const Stmt *s,
                 Insn *in) {
    for (const Form *f = forms; f < forms + n; f++) {
        if (!form_matches(f, s)) continue;
        if (!form_bind(d, s, f->bits, in)) return false;
        in->fn = f->fn;
        if (f->weight > 0) decoder_cost(d, f->pipe, f->weight, f->flops);
        return true;
    }
    return false;
}

unsigned pred_source(Decoder *d, const Operand *o, Insn *in, int i) {
    if (o->kind == OPND_IMM) {
        in->src[i] = SLOT_NONE;
        bool value = (o->imm != 0) != o->negated;
        return PRED_FALSE | (value ? PRED_NEGATED : 0);
    }
    in->src[i] = src(d, o, 1);
    return o->negated ? PRED_NEGATED : 0;
}
