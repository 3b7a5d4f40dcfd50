// Operands to slots: what insn.h offers to select functions.
//
// Behind the registers of the window lie scratch units, used by one statement
// at a time: a place for results that nobody wants (_), and the addresses of
// local variables, which are different in every lane and have to be computed.
#include "sim/decode/decode.h"

#include "base/vec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SINK_UNITS = 4 };

// ---- life of a decoder

static void note_used(void *ctx, const Sym *reg, bool is_def) {
    Decoder *d = ctx;
    uint8_t *n = &d->used[reg->index];
    if (!is_def) *n = min_of(*n + 1, 2);
}

void decoder_start(Decoder *d, bool reuse) {
    cfg_build(&d->cfg, &d->temp, d->f);
    slots_assign(&d->slots, &d->temp, d->f, &d->cfg, reuse);
    d->reads = arena_array(&d->temp, int, (size_t)d->f->nregs);
    d->used = arena_array(&d->temp, uint8_t, (size_t)d->f->nregs);
    for (int i = 0; i < d->f->nstmts; i++)
        stmt_registers(&d->f->stmts[i], note_used, d);
    d->chain = (ChainState){
        .reg = arena_array(&d->temp, ChainReg, (size_t)d->f->nregs),
        .loop.notes = arena_array(&d->temp, uint8_t, (size_t)d->f->nregs),
        .ahead.loaded = arena_array(&d->temp, uint32_t, (size_t)d->f->nregs),
        .stays = flight_stays(&d->temp, &d->cfg, d->f),
        .reads = d->used};
    d->varies = varying_registers(&d->temp, d->f);
    d->roots = array_roots(&d->temp, d->f);
    d->scratch_most = 0;
    d->nstmt = 0;
    d->refused = d->misjudged = false;
    d->stmts.n = 0;
    d->insns.n = d->sites.n = d->patches.n = d->blocks.n = d->costs.n = 0;
    d->nconsts = d->const_units = 0;
    if (d->consts) memset(d->consts, 0, d->consts_cap * sizeof *d->consts);
    vec_push(&d->sites, (Site){.loc = NULL, .text = "none"});
}

void decoder_finish(Decoder *d) {
    arena_reset(&d->temp);
    vec_free(&d->insns);
    vec_free(&d->stmts);
    vec_free(&d->sites);
    vec_free(&d->patches);
    vec_free(&d->blocks);
    vec_free(&d->costs);
    heap_free(d->consts);
    d->consts = NULL;
    d->consts_cap = 0;
}

static void note_read(void *ctx, const Sym *reg, bool is_def) {
    Decoder *d = ctx;
    if (!is_def) d->reads[reg->index] = d->nstmt;
}

void decoder_statement(Decoder *d, const Stmt *s) {
    d->s = s;
    d->nstmt++;
    d->cost = cost_default(s);
    d->scratch = SINK_UNITS;
    d->why[0] = 0;
    stmt_registers(s, note_read, d);
}

uint32_t decoder_emit(Decoder *d, Insn in) {
    vec_push(&d->insns, in);
    return (uint32_t)d->insns.n - 1;
}

bool decoder_refuse(Decoder *d, const char *fmt, ...) {
    if (d->refused) return false; // the first reason counts
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(d->why, sizeof d->why, fmt, ap);
    va_end(ap);
    d->refused = true;
    return false;
}

static Slot refuse_slot(Decoder *d, const char *why) {
    decoder_refuse(d, "%s", why);
    return SLOT_NONE;
}

bool operands_are(Decoder *d, const Stmt *s, int least, int most) {
    if (s->nopnds >= least && s->nopnds <= most) return true;
    if (least == most)
        return decoder_refuse(d, "%d operands, not %d", s->nopnds, least);
    return decoder_refuse(d, "%d operands, not %d to %d", s->nopnds, least,
                          most);
}

// ---- registers

static uint32_t scratch_base(const Decoder *d) {
    return (d->slots.nunits + 1) & ~1u;
}

static uint32_t take_scratch(Decoder *d, uint32_t units) {
    uint32_t at = d->scratch;
    d->scratch += units;
    d->scratch_most = max_of(d->scratch_most, d->scratch);
    return scratch_base(d) + at;
}

// A 32-bit register is 32 words, a 64-bit one 32 double words, a predicate one
// word: a select function that mistakes one for another would read rubbish.
static bool fits(const Sym *reg, int bits) {
    int have = type_bits(reg->type);
    if (have == 1 || bits == 1) return have == bits;
    return have <= 32 ? bits <= 32 : have == bits;
}

static Slot reg_slot(Decoder *d, const Sym *reg, int bits) {
    if (fits(reg, bits)) return d->slots.of[reg->index];
    decoder_refuse(d, "register %s has %d bits where %d are used", reg->name,
                   type_bits(reg->type), bits);
    return SLOT_NONE;
}

Slot dst(Decoder *d, const Operand *o, int bits) {
    if (o->kind == OPND_REG) return reg_slot(d, o->sym, bits);
    if (o->kind != OPND_SINK) return refuse_slot(d, "a result of this kind");
    if (bits == 1) return d->slots.npreds;
    d->scratch_most = max_of(d->scratch_most, (uint32_t)SINK_UNITS);
    return scratch_base(d);
}

Slot pipe_dst(Decoder *d, const Operand *o) {
    return o->pipe ? reg_slot(d, o->pipe, 1) : SLOT_NONE;
}

static Slot read_reg(Decoder *d, const Sym *reg, int bits) {
    if (d->reads[reg->index] != d->nstmt) d->misjudged = true;
    return reg_slot(d, reg, bits);
}

// ---- constants

static Const *find_const(Decoder *d, uint64_t value, bool wide) {
    uint64_t h = (value + wide) * 0x9e3779b97f4a7c15ull;
    uint32_t k = (uint32_t)(h >> 40) & (d->consts_cap - 1);
    while (d->consts[k].unit &&
           (d->consts[k].value != value || d->consts[k].wide != wide))
        k = (k + 1) & (d->consts_cap - 1);
    return &d->consts[k];
}

static void grow_consts(Decoder *d) {
    Const *old = d->consts;
    uint32_t n = d->consts_cap;
    d->consts_cap = n ? n * 2 : 64;
    d->consts = heap_new(d->consts_cap, sizeof *d->consts);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].unit) *find_const(d, old[i].value, old[i].wide) = old[i];
    heap_free(old);
}

// Units are counted from 1 in the table, so that 0 is a free entry.
Slot src_bits(Decoder *d, uint64_t value, int bits) {
    bool wide = bits > 32;
    if (bits > 64) return refuse_slot(d, "a 128-bit constant");
    if (bits < 64) value &= (1ull << bits) - 1;
    if (d->nconsts * 2 >= d->consts_cap) grow_consts(d);
    Const *c = find_const(d, value, wide);
    if (!c->unit) {
        d->const_units += wide ? d->const_units & 1 : 0;
        *c = (Const){value, d->const_units + 1, wide};
        d->const_units += wide ? 2 : 1;
        d->nconsts++;
    }
    return (c->unit - 1) | SLOT_CONST;
}

const void *decoder_constants(Decoder *d) {
    enum { UNIT = 128 };
    uint8_t *bytes = arena_alloc(d->a, d->const_units + 1, UNIT, UNIT);
    for (uint32_t i = 0; i < d->consts_cap; i++) {
        const Const *c = &d->consts[i];
        if (!c->unit) continue;
        size_t n = c->wide ? 8 : 4;
        for (size_t l = 0; l < 32; l++)
            memcpy(bytes + (c->unit - 1) * (size_t)UNIT + l * n, &c->value, n);
    }
    return bytes;
}

// A literal in the type that the instruction wants.
static Slot literal(Decoder *d, const Operand *o, int bits) {
    uint64_t v = (uint64_t)o->imm;
    if (!o->is_float || bits == o->float_bits) return src_bits(d, v, bits);
    if (bits != 32 && bits != 64)
        return refuse_slot(d, "a literal of half precision");
    double wide;
    float narrow;
    if (bits == 32) {
        memcpy(&wide, &v, sizeof wide);
        narrow = (float)wide;
        v = 0;
        memcpy(&v, &narrow, sizeof narrow);
    } else {
        memcpy(&narrow, &v, sizeof narrow);
        wide = narrow;
        memcpy(&v, &wide, sizeof wide);
    }
    return src_bits(d, v, bits);
}

// ---- addresses

static Slot local_address(Decoder *d, const Operand *o, int bits) {
    if (bits != 64) return refuse_slot(d, "the low half of a local address");
    uint32_t at = take_scratch(d, 2);
    decoder_emit(d, (Insn){.fn = d->local_addr,
                           .dst = at,
                           .dst2 = SLOT_NONE,
                           .imm = (int64_t)o->sym->offset + o->imm});
    return at;
}

static Slot address_of(Decoder *d, const Operand *o, int bits) {
    const Sym *s = o->sym;
    if (s->kind == SYM_FUNC)
        return src_bits(d, (uint64_t)(uintptr_t)s->func, bits);
    if (s->kind != SYM_VAR) return refuse_slot(d, "a label as a value");
    switch (s->space) {
    case SPACE_PARAM:
        if (!s->is_entry_param) return local_address(d, o, bits);
        break;
    case SPACE_LOCAL: return local_address(d, o, bits);
    case SPACE_GLOBAL:
    case SPACE_CONST:
        if (s->is_extern && !s->offset)
            return refuse_slot(d, "a variable that another file defines");
        break;
    default: break;
    }
    return src_bits(d, s->offset + (uint64_t)o->imm, bits);
}

Slot addr_base(Decoder *d, const Operand *o, int64_t *imm) {
    *imm = o->imm;
    if (o->kind != OPND_ADDR)
        return refuse_slot(d, "no address where one is due");
    if (!o->sym) return SLOT_NONE;
    if (o->sym->kind == SYM_REG)
        return read_reg(d, o->sym, type_bits(o->sym->type));
    *imm = (int64_t)(o->sym->offset + (uint64_t)o->imm);
    return SLOT_NONE;
}

static Slot special(Decoder *d, const Operand *o, int bits) {
    if (o->special == SREG_COUNT) {
        decoder_refuse(d, "register %s", o->sym->name);
        return SLOT_NONE;
    }
    if (bits > 32 || bits == 1 || !sreg_is_constant((Sreg)o->special))
        return refuse_slot(d, "a special register here");
    return d->slots.sreg[o->special];
}

Slot src(Decoder *d, const Operand *o, int bits) {
    if (bits == 1 && o->kind != OPND_REG)
        return refuse_slot(d, "a predicate that is no register");
    switch (o->kind) {
    case OPND_REG: return read_reg(d, o->sym, bits);
    case OPND_IMM: return literal(d, o, bits);
    case OPND_SYM: return address_of(d, o, bits);
    case OPND_SPECIAL: return special(d, o, bits);
    default: return refuse_slot(d, "an operand of this kind");
    }
}

// ---- the rest of insn.h

void *decoder_alloc(Decoder *d, size_t n) {
    return arena_alloc(d->a, 1, n, 16);
}

uint32_t decoder_site(Decoder *d, const Stmt *s, Space space) {
    Site site = {.loc = s->loc,
                 .text = s->text,
                 .space = space,
                 .poll = independence_poll(s),
                 .is_read = independence_is_read(s)};
    vec_push(&d->sites, site);
    return (uint32_t)d->sites.n - 1;
}

void decoder_cost(Decoder *d, Pipe pipe, float weight, int flops_per_lane) {
    d->cost = (Cost){pipe, weight, 0, flops_per_lane};
}

void decoder_shares(Decoder *d, float part) {
    d->cost.apart = d->cost.weight * (1 - part);
    d->cost.weight *= part;
}

const Code *code_find(const Code *entry, const PtxFunc *f) {
    while (entry && entry->func != f)
        entry = entry->next;
    return entry;
}

const Code *decoder_callee(Decoder *d, const PtxFunc *f) {
    const Code *c = code_find(d->entry, f);
    if (!c)
        decoder_refuse(d, "function %s is not defined in this file", f->name);
    return c;
}
