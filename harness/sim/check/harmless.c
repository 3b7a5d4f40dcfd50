// Judged by the code alone, and by the launch's parameters.
//
// All who write put there one value V, the same for all threads. A read may do
// without an order if its value is only compared with another such number, and
// only a branch depends on it, and one of two things is so:
//
//   - the branch guards nothing but stores that are the same for all threads,
//     of V to this place among them: `if (!*found) *found = 1;`
//   - it goes the same way for V as for each value that can have been there
//     before: the write itself comes behind such a branch, which says what was
//     there. `if (level[u] != d) return;` while others execute
//     `if (level[v] < 0) level[v] = d + 1;`
#include "sim/check/harmless.h"

#include "sim/core/launch.h"
#include "sim/decode/decode.h"

#include <stdio.h>
#include <string.h>

static const char harmless_hint[] =
    "All write one same value, and the read decides nothing else. An atomic "
    "operation or a volatile access would say so to the compiler, too.";

void harmless_say(SimTrap *t) {
    static const char more[] = "; in every order the memory ends the same.";
    size_t n = strlen(t->message);
    if (n && t->message[n - 1] == '.') n--;
    if (n + sizeof more <= sizeof t->message)
        memcpy(t->message + n, more, sizeof more);
    snprintf(t->hint, sizeof t->hint, "%s", harmless_hint);
    t->alloc_bytes = 0; // of which notes tell the sum
}

const Insn *site_memory(const Code *code, uint32_t site) {
    for (uint32_t i = 0; i < code->ninsns; i++)
        if (code->insns[i].site == site && code->insns[i].bytes)
            return &code->insns[i];
    return NULL;
}

typedef struct Reason {
    const Launch *la;
    const PtxFunc *f;
} Reason;

// ---- registers

typedef struct Uses {
    const Sym *reg;
    int defs, reads;
} Uses;

static void count_use(void *ctx, const Sym *reg, bool is_def) {
    Uses *u = ctx;
    if (reg != u->reg) return;
    u->defs += is_def;
    u->reads += !is_def;
}

// The only statement that sets reg (or reads it), or -1.
static int only(const PtxFunc *f, const Sym *reg, bool is_def) {
    int at = -1;
    for (int i = 0; i < f->nstmts; i++) {
        Uses u = {.reg = reg};
        stmt_registers(&f->stmts[i], count_use, &u);
        if (!(is_def ? u.defs : u.reads)) continue;
        if (at >= 0) return -1;
        at = i;
    }
    return at;
}

// ---- numbers that are the same for all threads of the launch

static bool number_of(const Reason *r, const Operand *o, int depth, int64_t *v);

static bool parameter(const Reason *r, const Stmt *s, int64_t *v) {
    const Operand *o = &s->opnd[1];
    int bytes = s->ntypes ? type_bits(s->types[0]) / 8 : 0;
    if (!stmt_has(s, MOD_PARAM) || o->kind != OPND_ADDR || !o->sym ||
        !o->sym->is_entry_param || (bytes != 4 && bytes != 8))
        return false;
    uint64_t at = o->sym->offset + (uint64_t)o->imm;
    if (bytes == 8) {
        memcpy(v, r->la->memory.params + at, sizeof *v);
    } else {
        int32_t word;
        memcpy(&word, r->la->memory.params + at, sizeof word);
        *v = word;
    }
    return true;
}

static bool computed(const Reason *r, const Stmt *s, int depth, int64_t *v) {
    int64_t a, b;
    switch (s->op) {
    case OP_LD: return parameter(r, s, v);
    case OP_MOV:
    case OP_CVTA: return s->nopnds == 2 && number_of(r, &s->opnd[1], depth, v);
    case OP_ADD:
    case OP_SUB:
        if (s->nopnds != 3 || !number_of(r, &s->opnd[1], depth, &a) ||
            !number_of(r, &s->opnd[2], depth, &b))
            return false;
        if (s->ntypes != 1 || s->types[0] == TYPE_F32 ||
            s->types[0] == TYPE_F64)
            return false;
        *v = (int64_t)((uint64_t)a +
                       (s->op == OP_ADD ? (uint64_t)b : -(uint64_t)b));
        if (type_bits(s->types[0]) == 32) *v = (int32_t)*v;
        return true;
    default: return false;
    }
}

static bool number_of(const Reason *r, const Operand *o, int depth,
                      int64_t *v) {
    if (o->negated || depth > 8) return false;
    if (o->kind == OPND_IMM) {
        *v = o->imm;
        return true;
    }
    if (o->kind != OPND_REG || !o->sym) return false;
    int i = only(r->f, o->sym, true);
    if (i < 0 || r->f->stmts[i].guard) return false;
    return computed(r, &r->f->stmts[i], depth + 1, v);
}

static bool same_address(const Operand *a, const Operand *b) {
    return a->kind == OPND_ADDR && b->kind == OPND_ADDR && a->sym == b->sym &&
           a->imm == b->imm && !a->n && !b->n;
}

// ---- a load that only a branch depends on

typedef struct Test {
    const Stmt *compare;
    int64_t with;
    bool holds;   // what the comparison says where the branch is not taken
    int from, to; // the statements that it jumps over
} Test;

static bool is_reg_word(const Stmt *s) {
    return s->ntypes == 1 && type_bits(s->types[0]) == 32 &&
           s->types[0] != TYPE_F32;
}

// Follows p, the comparison's result, to the branch.
static bool find_branch(const PtxFunc *f, const Sym *p, bool *holds, int *at) {
    int i = only(f, p, false);
    if (i < 0) return false;
    const Stmt *s = &f->stmts[i];
    bool is_or = s->op == OP_OR, joined = is_or || s->op == OP_AND;
    if (joined && !s->guard && s->nopnds == 3 && s->opnd[0].kind == OPND_REG) {
        for (int k = 1; k < 3; k++)
            if (s->opnd[k].negated) return false;
        i = only(f, s->opnd[0].sym, false);
        p = s->opnd[0].sym;
        if (i < 0) return false;
        s = &f->stmts[i];
    }
    if (s->op != OP_BRA || s->guard != p) return false;
    *holds = s->guard_negated;
    *at = i;
    // Not taken: none of an `or` holds, all of an `and` do.
    return !joined || *holds == !is_or;
}

static bool test_of(const Reason *r, const Stmt *load, Test *t) {
    const PtxFunc *f = r->f;
    if (load->op != OP_LD || load->guard || load->nopnds != 2 ||
        load->opnd[0].kind != OPND_REG || !is_reg_word(load))
        return false;
    int i = only(f, load->opnd[0].sym, false), at;
    if (i < 0 || only(f, load->opnd[0].sym, true) < 0) return false;
    const Stmt *s = &f->stmts[i];
    if (s->op != OP_SETP || s->nopnds != 3 || s->guard || s->opnd[0].pipe ||
        s->opnd[1].kind != OPND_REG || s->opnd[1].sym != load->opnd[0].sym ||
        s->opnd[1].negated || !is_reg_word(s) ||
        !number_of(r, &s->opnd[2], 0, &t->with) ||
        !find_branch(f, s->opnd[0].sym, &t->holds, &at))
        return false;
    const Operand *to = &f->stmts[at].opnd[0];
    if (!to->sym || to->sym->kind != SYM_LABEL || to->sym->index <= at)
        return false;
    t->compare = s;
    t->with = (int32_t)t->with;
    t->from = at + 1;
    t->to = to->sym->index;
    return true;
}

// ---- what a branch guards

typedef struct Inside {
    const PtxFunc *f;
    int from, to;
    bool leaves; // a register takes something out of it
} Inside;

static bool is_reload(const PtxFunc *f, const Stmt *s, const Sym *reg) {
    for (int i = 0; i < f->nstmts; i++) {
        const Stmt *x = &f->stmts[i];
        Uses u = {.reg = reg};
        stmt_registers(x, count_use, &u);
        if (!u.defs) continue;
        if (x->op != OP_LD || strcmp(x->text, s->text) ||
            !same_address(&x->opnd[1], &s->opnd[1]))
            return false;
    }
    return true;
}

static void look_outside(void *ctx, const Sym *reg, bool is_def) {
    Inside *in = ctx;
    if (!is_def || in->leaves) return;
    for (int i = 0; i < in->f->nstmts; i++) {
        if (i >= in->from && i < in->to) continue;
        Uses u = {.reg = reg};
        stmt_registers(&in->f->stmts[i], count_use, &u);
        in->leaves |= u.reads > 0;
    }
}

static bool keeps_to_itself(const PtxFunc *f, const Test *t, const Stmt *s) {
    Inside in = {f, t->from, t->to, false};
    stmt_registers(s, look_outside, &in);
    if (!in.leaves) return true;
    return s->op == OP_LD && s->nopnds == 2 && s->opnd[0].kind == OPND_REG &&
           is_reload(f, s, s->opnd[0].sym);
}

static bool is_same_for_all(const Reason *r, const Stmt *store,
                            const Stmt *load) {
    const Operand *at = &store->opnd[0];
    int64_t v;
    if (store->nopnds != 2 || store->opnd[1].kind == OPND_VEC ||
        !number_of(r, &store->opnd[1], 0, &v))
        return false;
    if (same_address(at, &load->opnd[1])) return true;
    Operand base = {.kind = OPND_REG, .sym = at->sym};
    return at->sym && (at->sym->kind == SYM_VAR || number_of(r, &base, 0, &v));
}

// Nothing but stores that are the same for all, and what they need.
static bool guards_little(const Reason *r, const Stmt *load, const Test *t) {
    for (int i = t->from; i < t->to; i++) {
        const Stmt *s = &r->f->stmts[i];
        switch (s->op) {
        case OP_ST:
            if (!is_same_for_all(r, s, load)) return false;
            break;
        case OP_BRA:
            if (!s->opnd[0].sym || s->opnd[0].sym->index <= t->from ||
                s->opnd[0].sym->index > t->to)
                return false;
            break;
        case OP_LD:
        case OP_MOV:
        case OP_ADD:
        case OP_SUB:
        case OP_MAD:
        case OP_MUL:
        case OP_SHL:
        case OP_CVT:
        case OP_CVTA:
        case OP_SETP:
        case OP_AND:
        case OP_OR:
            if (!keeps_to_itself(r->f, t, s)) return false;
            break;
        default: return false;
        }
    }
    return true;
}

// ---- what was there before

typedef struct Range {
    int64_t lo, hi; // of 32 bits
} Range;

static bool range_of(const Test *t, Range *x) {
    const Stmt *s = t->compare;
    int64_t v = t->with;
    bool equal = stmt_has(s, MOD_EQ), other = stmt_has(s, MOD_NE);
    *x = (Range){INT32_MIN, INT32_MAX};
    if (equal || other) {
        *x = (Range){v, v};
        return equal == t->holds;
    }
    if (s->types[0] != TYPE_S32) return false;
    if (stmt_has(s, MOD_LT) || stmt_has(s, MOD_LE)) {
        int64_t most = stmt_has(s, MOD_LT) ? v - 1 : v;
        if (t->holds)
            x->hi = most;
        else
            x->lo = most + 1;
        return true;
    }
    if (stmt_has(s, MOD_GT) || stmt_has(s, MOD_GE)) {
        int64_t least = stmt_has(s, MOD_GT) ? v + 1 : v;
        if (t->holds)
            x->lo = least;
        else
            x->hi = least - 1;
        return true;
    }
    return false;
}

// The comparison of v: 1 or 0, -1 if that is not known.
static int says(const Test *t, int64_t v) {
    const Stmt *s = t->compare;
    if (stmt_has(s, MOD_EQ)) return v == t->with;
    if (stmt_has(s, MOD_NE)) return v != t->with;
    if (s->types[0] != TYPE_S32) return -1;
    if (stmt_has(s, MOD_LT)) return v < t->with;
    if (stmt_has(s, MOD_LE)) return v <= t->with;
    if (stmt_has(s, MOD_GT)) return v > t->with;
    if (stmt_has(s, MOD_GE)) return v >= t->with;
    return -1;
}

// Does the test go one way for all of x and for v?
static bool goes_one_way(const Test *t, Range x, int64_t v) {
    bool whole = stmt_has(t->compare, MOD_EQ) || stmt_has(t->compare, MOD_NE);
    int way = says(t, v);
    if (way < 0 || says(t, x.lo) != way || says(t, x.hi) != way) return false;
    return !whole || x.lo == x.hi || t->with < x.lo || t->with > x.hi;
}

static bool is_behind(const Test *t, int at) {
    return at >= t->from && at < t->to;
}

// An instruction that stands for a part of another is none of the code's.
static const Stmt *stmt_at(const Code *code, const Insn *in, int *at) {
    if (in < code->insns || in >= code->insns + code->ninsns) return NULL;
    const Stmt *s = code->stmts[in - code->insns];
    const PtxFunc *f = code->func;
    if (!s || s < f->stmts || s >= f->stmts + f->nstmts) return NULL;
    *at = (int)(s - f->stmts);
    return s;
}

// The values that can have been where the store writes V, as the branches
// before it say; false: any.
static bool old_values(const Reason *r, int store, Range *x) {
    for (int i = 0; i < store; i++) {
        const Stmt *s = &r->f->stmts[i];
        Test t;
        if (s->op == OP_LD &&
            same_address(&s->opnd[1], &r->f->stmts[store].opnd[0]) &&
            test_of(r, s, &t) && is_behind(&t, store) && range_of(&t, x))
            return true;
    }
    return false;
}

static bool judge(const Launch *la, const Code *code, const Insn *read,
                  const Insn *write) {
    Reason r = {la, code->func};
    int at = 0, to = 0;
    int64_t v;
    Range before;
    Test t;
    const Stmt *load = stmt_at(code, read, &at);
    const Stmt *store = stmt_at(code, write, &to);
    if (!code->func->is_entry || !load || !store || store->op != OP_ST ||
        store->nopnds != 2 || !is_reg_word(store) ||
        !number_of(&r, &store->opnd[1], 0, &v) || !test_of(&r, load, &t))
        return false;
    if (is_behind(&t, to) && guards_little(&r, load, &t)) return true;
    return old_values(&r, to, &before) && goes_one_way(&t, before, (int32_t)v);
}

bool race_is_harmless(Judged *j, const Launch *la, const Code *code,
                      const Insn *read, const Insn *write) {
    for (uint32_t i = 0; i < min_of(j->n, (uint32_t)COUNT_OF(j->at)); i++)
        if (j->at[i].read == read && j->at[i].write == write)
            return j->at[i].harmless;
    bool harmless = judge(la, code, read, write);
    j->at[j->n++ % COUNT_OF(j->at)] =
        (struct JudgedPair){read, write, harmless};
    return harmless;
}
