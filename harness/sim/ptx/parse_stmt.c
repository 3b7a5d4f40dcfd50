// Function bodies: statements, opcodes, operands, labels, nested scopes.
#include "sim/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LIST = 256, MAX_NEST = 64 };

// ---- opcodes

// An opcode with its modifiers, as in "ld.global.nc.v4.f32"; parsed once per
// spelling.
struct Spelling {
    Op op;
    Mod mods[MAX_MODS];
    Type types[MAX_TYPES];
    uint8_t nmods, ntypes;
    uint16_t wide, deep; // of MOD_M64N
};

// "m64n128k16" becomes 128 and 16; anything else of that beginning 0 and 0.
static void shape_read(Spelling *sp, const char *text) {
    char *end;
    unsigned long n = strtoul(text + strlen("m64n"), &end, 10);
    if (*end != 'k') return;
    unsigned long k = strtoul(end + 1, NULL, 10);
    if (n > UINT16_MAX || k > UINT16_MAX) return;
    sp->wide = (uint16_t)n;
    sp->deep = (uint16_t)k;
}

static Spelling *spelling_of(Parser *p, Atom *at) {
    if (at->spelling) return at->spelling;
    Spelling *sp = arena_new(p->a, Spelling);
    const char *s = at->text, *dot = strchrnul(s, '.');
    sp->op = op_find(s, (size_t)(dot - s));
    while (*dot) {
        s = dot + 1;
        dot = strchrnul(s, '.');
        size_t n = (size_t)(dot - s);
        char part[16] = "";
        if (n < sizeof part) memcpy(part, s, n);
        Type t = type_find(part);
        if (t && sp->ntypes < MAX_TYPES)
            sp->types[sp->ntypes++] = t;
        else if (!t && sp->nmods < MAX_MODS)
            sp->mods[sp->nmods++] = mod_find(s, n);
        else
            sp->op = OP_COUNT; // more than any form that is simulated
        if (!t && mod_find(s, n) == MOD_M64N) shape_read(sp, part);
    }
    return at->spelling = sp;
}

// ---- operands

static bool operand(Parser *p, Operand *o, int depth);

static void use_reg(Parser *p, Sym *s) {
    if (s->index >= 0) return;
    s->index = p->regs.n;
    vec_push(&p->regs, s);
}

// Special registers that sregs.def does not list: refused when the statement is
// decoded, and not here. Any other name that is not declared is a mistake.
static bool is_other_special(const char *name) {
    static const char *const prefixes[] = {
        "%pm",    "%cluster", "%ncluster", "%is_explicit_cluster",
        "%aggr_", "%envreg",  "%reserved", "%current_graph_exec",
        "%tid",   "%ntid",    "%ctaid",    "%nctaid",
    };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
    return false;
}

// %r1.b0, %r1.h10 ...: the register; what follows the dot goes into o->part.
static Sym *find_part(Parser *p, const Atom *at, Operand *o) {
    const char *dot = strchr(at->text, '.');
    if (!dot || (dot[1] != 'b' && dot[1] != 'h')) return NULL;
    Sym *s =
        find_name(p, lex_atom(&p->lex, at->text, (size_t)(dot - at->text)));
    if (!s || s->kind != SYM_REG) return NULL;
    o->part = dot + 1;
    return s;
}

// name | special register | constant
static bool operand_named(Parser *p, Atom *at, Operand *o) {
    Sym *s = find_name(p, at);
    if (!s && at->sreg == SREG_COUNT) s = find_part(p, at, o);
    if (s && s->kind == SYM_REG) {
        use_reg(p, s);
        o->kind = OPND_REG;
        o->sym = s;
    } else if (s) {
        o->kind = OPND_SYM;
        o->sym = s;
    } else if (at->sreg != SREG_COUNT || is_other_special(at->text)) {
        o->kind = OPND_SPECIAL;
        o->special = (int)at->sreg;
        if (at->sreg == SREG_COUNT) o->sym = sym_new(p, SYM_REG, at->text);
    } else if (!strcmp(at->text, "WARP_SZ")) {
        o->kind = OPND_IMM;
        o->imm = 32;
    } else {
        return parse_fail(p, "'%s' is not declared", at->text);
    }
    return true;
}

// ("+" | "-") int ...
static bool offset(Parser *p, int64_t *out) {
    while (at_punct(p, '+') || at_punct(p, '-')) {
        bool minus = at_punct(p, '-');
        int64_t v;
        next(p);
        if (!integer(p, &v)) return false;
        *out = (int64_t)((uint64_t)*out + (minus ? -(uint64_t)v : (uint64_t)v));
    }
    return true;
}

// items = operand {"," operand} close
static bool items(Parser *p, Operand *o, char close, int depth) {
    struct {
        Operand *at;
        int n, cap;
    } list = {0};
    bool ok = depth < 4 || parse_fail(p, "lists are nested too deeply");
    while (ok && !accept(p, close)) {
        Operand item;
        ok = operand(p, &item, depth + 1);
        if (!ok) break;
        if (list.n == MAX_LIST) ok = parse_fail(p, "a list is too long");
        vec_push(&list, item);
        ok = ok && (at_punct(p, close) || expect(p, ','));
    }
    Operand *at = arena_array(p->a, Operand, (size_t)list.n);
    if (list.n) memcpy(at, list.at, (size_t)list.n * sizeof *at);
    o->at = at;
    o->n = list.n;
    vec_free(&list);
    return ok;
}

// address = "[" (name | int) {("+" | "-") int} {"," operand} "]"
static bool stmt_address(Parser *p, Operand *o, int depth) {
    o->kind = OPND_ADDR;
    if (p->tok.kind == TOK_INT || at_punct(p, '-')) {
        if (!integer(p, &o->imm)) return false;
    } else {
        Atom *at;
        Operand base = {0};
        if (!word_atom(p, "an address", &at) || !operand_named(p, at, &base))
            return false;
        if (base.kind != OPND_REG && base.kind != OPND_SYM)
            return parse_fail(p, "'%s' cannot be an address", at->text);
        o->sym = base.sym;
    }
    if (!offset(p, &o->imm)) return false;
    if (accept(p, ',')) return items(p, o, ']', depth);
    return expect(p, ']');
}

// literal = ["-"] (int | float)
static bool literal(Parser *p, Operand *o) {
    bool minus = accept(p, '-');
    Tok t = p->tok;
    if (t.kind != TOK_INT && t.kind != TOK_FLOAT)
        return parse_want(p, "an operand");
    next(p);
    o->kind = OPND_IMM;
    if (t.kind == TOK_FLOAT) {
        o->is_float = true;
        o->float_bits = t.float_bits;
        o->imm = (int64_t)(t.value ^ (uint64_t)minus << (t.float_bits - 1));
        return true;
    }
    o->imm = (int64_t)(minus ? -t.value : t.value);
    return true;
}

// The operand after "|": name | "_"
static bool pipe(Parser *p, Operand *o) {
    Atom *at;
    Operand second = {0};
    if (!word_atom(p, "a predicate", &at)) return false;
    if (!strcmp(at->text, "_")) return true;
    if (!operand_named(p, at, &second)) return false;
    if (second.kind != OPND_REG)
        return parse_fail(p, "'%s' is not a register", at->text);
    o->pipe = second.sym;
    return true;
}

// "_" | name ["|" (name | "_")] | name {("+" | "-") int}
static bool word_operand(Parser *p, Operand *o) {
    Atom *at;
    if (!word_atom(p, "an operand", &at)) return false;
    if (!strcmp(at->text, "_"))
        o->kind = OPND_SINK;
    else if (!operand_named(p, at, o))
        return false;
    if (accept(p, '|')) return pipe(p, o);
    return o->kind != OPND_SYM || offset(p, &o->imm);
}

// operand = "{" items "}" ["|" name] | "(" items ")" | address | "!" name |
// literal | word
static bool operand(Parser *p, Operand *o, int depth) {
    *o = (Operand){0};
    if (p->tok.kind == TOK_WORD) return word_operand(p, o);
    if (accept(p, '{')) {
        o->kind = OPND_VEC;
        if (!items(p, o, '}', depth)) return false;
        return !accept(p, '|') || pipe(p, o);
    }
    if (accept(p, '(')) {
        o->kind = OPND_LIST;
        return items(p, o, ')', depth);
    }
    if (accept(p, '[')) return stmt_address(p, o, depth);
    if (accept(p, '!')) {
        bool ok = word_operand(p, o);
        o->negated = true;
        return ok;
    }
    return literal(p, o);
}

// ---- statements

// guard = "@" ["!"] predicate
static bool guard(Parser *p, Stmt *s) {
    s->guard_negated = accept(p, '!');
    Atom *at;
    Operand o = {0};
    if (!word_atom(p, "a predicate", &at) || !operand_named(p, at, &o))
        return false;
    if (o.kind != OPND_REG || o.sym->type != TYPE_PRED)
        return parse_fail(p, "'%s' is not a predicate", at->text);
    s->guard = o.sym;
    return true;
}

// A branch's label is bound when its scope ends (Fixup).
static bool branch_target(Parser *p, Stmt *s) {
    Fixup fx = {NULL, p->stmts.n, p->tok.line};
    if (!word_atom(p, "a label", &fx.atom)) return false;
    vec_push(&p->fixups, fx);
    s->opnd[0].kind = OPND_SYM;
    s->nopnds = 1;
    return expect(p, ';');
}

static bool operands(Parser *p, Stmt *s) {
    if (accept(p, ';')) return true;
    do {
        Operand o;
        if (!operand(p, &o, 0)) return false;
        if (s->nopnds < MAX_OPNDS)
            s->opnd[s->nopnds++] = o;
        else
            s->op = OP_COUNT; // more than any form that is simulated
    } while (accept(p, ','));
    return expect(p, ';');
}

// ---- brx.idx index, targets;
//
// A chain of comparisons, which is what a compiler makes of a switch without
// it: divergence and reconvergence need nothing new. An index beyond the list
// traps.

static Sym *predicate_new(Parser *p, const char *name) {
    Sym *s = sym_new(p, SYM_REG, name);
    s->space = SPACE_REG;
    s->type = TYPE_PRED;
    s->func = p->f;
    use_reg(p, s);
    return s;
}

static void branch_to(Parser *p, Stmt s, const Sym *guard, bool negated,
                      Atom *to) {
    Fixup fx = {to, p->stmts.n, s.ptx_line};
    s.op = OP_BRA;
    s.nmods = s.ntypes = 0;
    s.guard = guard;
    s.guard_negated = negated;
    s.opnd[0] = (Operand){.kind = OPND_SYM};
    s.nopnds = 1;
    if (to) vec_push(&p->fixups, fx);
    vec_push(&p->stmts, s);
}

static bool branch_indexed(Parser *p, Stmt s) {
    const Operand *list = &s.opnd[1];
    const PtxTargets *t =
        s.nopnds == 2 && list->kind == OPND_SYM ? list->sym->targets : NULL;
    if (!t) return parse_fail(p, "brx.idx needs a list of .branchtargets");
    int skip = -1;
    if (s.guard) { // past all of it
        skip = p->stmts.n;
        branch_to(p, s, s.guard, !s.guard_negated, NULL);
    }
    for (int i = 0; i < t->n; i++) {
        Sym *hit = predicate_new(p, "brx");
        Stmt c = s;
        c.op = OP_SETP;
        c.guard = NULL;
        c.nmods = c.ntypes = 1;
        c.mods[0] = MOD_EQ;
        c.types[0] = TYPE_U32;
        c.nopnds = 3;
        c.opnd[0] = (Operand){.kind = OPND_REG, .sym = hit};
        c.opnd[1] = s.opnd[0];
        c.opnd[2] = (Operand){.kind = OPND_IMM, .imm = i};
        vec_push(&p->stmts, c);
        branch_to(p, s, hit, false, t->at[i]);
    }
    Stmt beyond = s;
    beyond.op = OP_TRAP;
    beyond.guard = NULL;
    beyond.nopnds = beyond.nmods = beyond.ntypes = 0;
    vec_push(&p->stmts, beyond);
    if (skip < 0) return true;
    Sym *after = sym_new(p, SYM_LABEL, "brx");
    after->func = p->f;
    after->index = p->stmts.n;
    p->stmts.at[skip].opnd[0].sym = after;
    return true;
}

// instruction = [guard] opcode [operand {"," operand}] ";"
static bool instruction(Parser *p) {
    Stmt s = {
        .ptx_line = p->tok.line, .loc = p->loc, .is_nounroll = p->is_nounroll};
    Atom *at;
    p->is_nounroll = false;
    if (accept(p, '@') && !guard(p, &s)) return false;
    if (!word_atom(p, "an instruction", &at)) return false;
    const Spelling *sp = spelling_of(p, at);
    s.text = at->text;
    s.op = sp->op;
    s.nmods = sp->nmods;
    s.ntypes = sp->ntypes;
    s.wide = sp->wide;
    s.deep = sp->deep;
    memcpy(s.mods, sp->mods, sizeof s.mods);
    memcpy(s.types, sp->types, sizeof s.types);
    if (!(s.op == OP_BRA ? branch_target(p, &s) : operands(p, &s)))
        return false;
    if (s.op == OP_BRX) return branch_indexed(p, s);
    vec_push(&p->stmts, s);
    return true;
}

// targets = ".branchtargets" label {"," label} ";"
static bool branch_targets(Parser *p, Sym *s) {
    struct {
        Atom **at;
        int n, cap;
    } list = {0};
    bool ok = true;
    next(p);
    do {
        Atom *at;
        ok = word_atom(p, "a label", &at);
        if (!ok) break;
        vec_push(&list, at);
    } while (accept(p, ','));
    PtxTargets *t = arena_new(p->a, PtxTargets);
    t->n = list.n;
    t->at = arena_array(p->a, Atom *, (size_t)list.n);
    if (list.n) memcpy(t->at, list.at, (size_t)list.n * sizeof *t->at);
    vec_free(&list);
    s->targets = t;
    return ok && expect(p, ';');
}

// label = name ":" [".callprototype" ... | ".branchtargets" ... ";"]
static bool label(Parser *p) {
    Atom *at = p->tok.atom;
    next(p);
    next(p); // ':'
    if (at_dir(p, DIR_CALLPROTOTYPE)) return prototype(p, at);
    if (at->name && at->name->depth == scope_depth(p) &&
        at->name->sym->kind == SYM_LABEL)
        return parse_fail(p, "label '%s' is there twice", at->text);
    Sym *s = sym_new(p, SYM_LABEL, at->text);
    s->index = p->stmts.n;
    bind_name(p, at, s);
    vec_push(&p->labels, s);
    if (at_dir(p, DIR_BRANCHTARGETS)) return branch_targets(p, s);
    if (at_dir(p, DIR_CALLTARGETS)) return skip_to(p, ';');
    return true;
}

static bool directive(Parser *p) {
    switch (p->tok.atom->dir) {
    case DIR_REG: return reg_decl(p);
    case DIR_LOC: return loc_directive(p);
    case DIR_PRAGMA: return pragma(p);
    case DIR_FILE: return file_directive(p);
    case DIR_SECTION: return section(p);
    case DIR_EXTERN: next(p); return variable(p, true, false);
    default: return variable(p, false, false);
    }
}

// body      = "{" {statement} "}"
// statement = body | directive | label | instruction | ";"
bool body(Parser *p) {
    if (!at_punct(p, '{')) return expect(p, '{');
    int outermost = scope_depth(p);
    next(p);
    for (;;) {
        bool ok = true;
        if (accept(p, '{')) {
            if (scope_depth(p) > MAX_NEST)
                return parse_fail(p, "scopes are nested too deeply");
            scope_open(p);
        } else if (at_punct(p, '}')) {
            next(p);
            if (scope_depth(p) == outermost) return true;
            ok = scope_close(p);
        } else if (p->tok.kind == TOK_DIR) {
            ok = directive(p);
        } else if (p->tok.kind == TOK_WORD && lex_peek(&p->lex) == ':') {
            ok = label(p);
        } else if (!accept(p, ';')) {
            ok = instruction(p);
        }
        if (!ok) return false;
    }
}
