// Declarations: registers, variables with their initialisers, functions.
#include "sim/ptx/parse.h"

#include <string.h>

enum { MAX_RANGE = 1 << 20, MAX_INIT_BYTES = 256 << 20 };

// ---- registers

// regs = ".reg" [".v2" | ".v4"] type reg {"," reg} ";"
// reg  = name ["<" count ">"]
bool reg_decl(Parser *p) {
    next(p);
    if (at_dir(p, DIR_V2) || at_dir(p, DIR_V4))
        return parse_fail(p, "vector registers are not simulated");
    Type type = p->tok.kind == TOK_DIR ? p->tok.atom->type : TYPE_NONE;
    if (!type) return parse_want(p, "the type of a register");
    next(p);
    do {
        Atom *name;
        if (!word_atom(p, "a register", &name)) return false;
        if (accept(p, '<')) {
            int64_t n;
            if (!integer(p, &n)) return false;
            if (n < 0 || n > MAX_RANGE)
                return parse_fail(p, "too many registers");
            RegRange *r = arena_new(p->a, RegRange);
            *r = (RegRange){type, (uint32_t)n,
                            arena_array(p->a, Sym *, (size_t)n)};
            bind_range(p, name, r);
            if (!expect(p, '>')) return false;
        } else {
            Sym *s = sym_new(p, SYM_REG, name->text);
            s->space = SPACE_REG;
            s->type = type;
            bind_name(p, name, s);
        }
    } while (accept(p, ','));
    return expect(p, ';');
}

// ---- initialisers

typedef struct Init {
    Sym *sym;
    uint32_t elem;    // bytes of an element
    uint64_t written; // bytes
    uint8_t *bytes;
    struct {
        PtxInit *at;
        int n, cap;
    } addresses;
} Init;

static bool put_bits(Parser *p, Init *in, uint64_t bits) {
    if (in->written + in->elem > in->sym->size)
        return parse_fail(p, "'%s' has more initial values than elements",
                          in->sym->name);
    memcpy(in->bytes + in->written, &bits, in->elem < 8 ? in->elem : 8);
    in->written += in->elem;
    return true;
}

static bool put_address(Parser *p, Init *in, PtxInit address) {
    address.offset = in->written;
    vec_push(&in->addresses, address);
    return put_bits(p, in, 0);
}

// address = name | "generic" "(" name ")"    then {("+" | "-") int}
static bool decl_address(Parser *p, PtxInit *out) {
    Atom *name;
    if (!word_atom(p, "a value", &name)) return false;
    out->generic = !strcmp(name->text, "generic") && at_punct(p, '(');
    if (out->generic) {
        next(p);
        if (!word_atom(p, "a variable", &name) || !expect(p, ')')) return false;
    }
    out->sym = find_name(p, name);
    if (!out->sym) return parse_fail(p, "'%s' is not declared", name->text);
    while (at_punct(p, '+') || at_punct(p, '-')) {
        bool minus = at_punct(p, '-');
        int64_t v;
        next(p);
        if (!integer(p, &v)) return false;
        out->addend = (int64_t)((uint64_t)out->addend +
                                (uint64_t)(minus ? -(uint64_t)v : (uint64_t)v));
    }
    return true;
}

// number = int | float | int "(" address ")"
// The last is one byte of an address: 0xFF(a), 0xFF00(a) ... follow each other,
// so that the first stands for all eight.
static bool decl_number(Parser *p, Init *in) {
    bool minus = accept(p, '-');
    Tok t = p->tok;
    if (t.kind != TOK_INT && t.kind != TOK_FLOAT)
        return parse_want(p, "a value");
    next(p);
    if (t.kind == TOK_INT && accept(p, '(')) {
        PtxInit a = {0};
        if (!decl_address(p, &a) || !expect(p, ')')) return false;
        return t.value == 0xff ? put_address(p, in, a) : put_bits(p, in, 0);
    }
    if (t.kind == TOK_INT) return put_bits(p, in, minus ? -t.value : t.value);

    if (minus) t.value ^= 1ull << (t.float_bits - 1);
    if (t.float_bits == 64 && in->elem == 4) {
        double d;
        memcpy(&d, &t.value, sizeof d);
        float f = (float)d;
        t.value = 0;
        memcpy(&t.value, &f, sizeof f);
    }
    return put_bits(p, in, t.value);
}

// values = "{" [values | value {"," ...}] "}" | value
static bool values(Parser *p, Init *in, int depth) {
    if (accept(p, '{')) {
        if (depth > 16) return parse_fail(p, "braces are nested too deeply");
        if (accept(p, '}')) return true;
        do {
            if (!values(p, in, depth + 1)) return false;
        } while (accept(p, ','));
        return expect(p, '}');
    }
    if (p->tok.kind != TOK_WORD) return decl_number(p, in);
    PtxInit a = {0};
    return decl_address(p, &a) && put_address(p, in, a);
}

static bool initialiser(Parser *p, Sym *s, uint32_t elem) {
    if (s->size > MAX_INIT_BYTES || elem == 0)
        return parse_fail(p, "'%s' is too large", s->name);
    Init in = {.sym = s, .elem = elem};
    // Eight bytes more: an address in a byte array may begin near its end.
    in.bytes = arena_alloc(p->a, s->size + 8, 1, 16);
    bool ok = values(p, &in, 0);
    s->init = in.bytes;
    s->ninits = in.addresses.n;
    PtxInit *at = arena_array(p->a, PtxInit, (size_t)in.addresses.n);
    if (in.addresses.n)
        memcpy(at, in.addresses.at, (size_t)in.addresses.n * sizeof *at);
    s->inits = at;
    vec_free(&in.addresses);
    return ok;
}

// ---- variables

typedef struct VarType {
    Space space;
    Type type;
    uint32_t align, elem;
    bool is_managed, points_to_global;
} VarType;

static bool alignment(Parser *p, uint32_t *out) {
    int64_t v;
    if (!integer(p, &v)) return false;
    if (v <= 0 || v > 1 << 20 || (v & (v - 1)))
        return parse_fail(p, "an alignment must be a power of two");
    *out = (uint32_t)v;
    return true;
}

// attribute = ".attribute" "(" {anything} ")"
static bool attribute(Parser *p, VarType *v) {
    next(p);
    if (!expect(p, '(')) return false;
    while (!accept(p, ')')) {
        if (p->tok.kind == TOK_END || p->tok.kind == TOK_BAD)
            return expect(p, ')');
        if (p->tok.kind == TOK_DIR && !strcmp(p->tok.atom->text, ".managed"))
            v->is_managed = true;
        if (at_punct(p, '(') && !skip_to(p, ')')) return false;
        next(p);
    }
    return true;
}

// ".ptr" [space] [".align" n]: what a parameter points at
static bool pointer_note(Parser *p, VarType *v) {
    next(p);
    v->points_to_global = at_dir(p, DIR_GLOBAL);
    if (at_dir(p, DIR_GLOBAL) || at_dir(p, DIR_SHARED) ||
        at_dir(p, DIR_CONST) || at_dir(p, DIR_LOCAL))
        next(p);
    uint32_t align;
    return !accept_dir(p, DIR_ALIGN) || alignment(p, &align);
}

static Space space_of(Dir d) {
    switch (d) {
    case DIR_GLOBAL: return SPACE_GLOBAL;
    case DIR_SHARED: return SPACE_SHARED;
    case DIR_LOCAL: return SPACE_LOCAL;
    case DIR_CONST: return SPACE_CONST;
    case DIR_PARAM: return SPACE_PARAM;
    case DIR_REG: return SPACE_REG;
    case DIR_TEX: return SPACE_GLOBAL;
    default: return SPACE_GENERIC;
    }
}

// var_type = space {".attribute" ... | ".align" n | ".ptr" ... | ".v2" | ".v4"
//                   | type}
static bool var_type(Parser *p, VarType *v) {
    *v = (VarType){0};
    if (p->tok.kind == TOK_DIR) v->space = space_of(p->tok.atom->dir);
    if (v->space == SPACE_GENERIC)
        return parse_want(p, "a function or a variable");
    uint32_t lanes = 1;
    next(p);
    while (p->tok.kind == TOK_DIR) {
        Dir d = p->tok.atom->dir;
        bool ok = true;
        if (d == DIR_ATTRIBUTE) {
            ok = attribute(p, v);
        } else if (d == DIR_PTR) {
            ok = pointer_note(p, v);
        } else if (d == DIR_ALIGN) {
            next(p);
            ok = alignment(p, &v->align);
        } else {
            if (d == DIR_V2 || d == DIR_V4)
                lanes = d == DIR_V2 ? 2 : 4;
            else if (d == DIR_TEXREF || d == DIR_SAMPLERREF || d == DIR_SURFREF)
                v->type = TYPE_B64;
            else if (p->tok.atom->type)
                v->type = p->tok.atom->type;
            else if (d != DIR_OTHER || !strstr(p->tok.atom->text, "::"))
                return parse_want(p, "the type of a variable");
            next(p);
        }
        if (!ok) return false;
    }
    if (!v->type) return parse_want(p, "the type of a variable");
    int bits = type_bits(v->type);
    v->elem = bits < 8 ? 1 : (uint32_t)bits / 8 * lanes;
    if (v->align < v->elem && !v->align) v->align = v->elem;
    return true;
}

// declarator = name {"[" [count] "]"}
static bool declarator(Parser *p, const VarType *v, Sym **out) {
    Atom *name;
    if (!word_atom(p, "the name of a variable", &name)) return false;
    Sym *s = sym_new(p, SYM_VAR, name->text);
    s->space = v->space;
    s->type = v->type;
    s->align = v->align;
    s->is_managed = v->is_managed;
    s->points_to_global = v->points_to_global;
    s->size = v->elem;
    while (accept(p, '[')) {
        int64_t n = 0;
        if (!at_punct(p, ']') && !integer(p, &n)) return false;
        if (n < 0 || __builtin_mul_overflow(s->size, (uint64_t)n, &s->size) ||
            s->size > INT64_MAX)
            return parse_fail(p, "'%s' is too large", s->name);
        if (!expect(p, ']')) return false;
    }
    if (strcmp(name->text, "_")) bind_name(p, name, s);
    *out = s;
    return true;
}

// An .extern of the module may be declared many times and defined once: what
// already points at the symbol must see the definition.
static Sym *merge(Parser *p, Atom *name, Sym *before, Sym *s) {
    if (!before || before->kind != SYM_VAR || before->space != s->space || p->f)
        return s;
    bool keep = before->size && !s->size;
    if (!keep) {
        before->size = s->size;
        before->align = max_of(before->align, s->align);
        before->type = s->type;
    }
    bind_name(p, name, before);
    return before;
}

// variable = var_type declarator ["=" values] {"," declarator ...} ";"
bool variable(Parser *p, bool is_extern, bool is_visible) {
    VarType v;
    if (!var_type(p, &v)) return false;
    do {
        Atom *name = p->tok.kind == TOK_WORD ? p->tok.atom : NULL;
        Sym *before = name && !p->f ? find_name(p, name) : NULL, *s;
        if (!declarator(p, &v, &s)) return false;
        Sym *kept = merge(p, name, before, s);
        if (kept != s) {
            kept->is_extern &= is_extern;
            s = kept;
        } else {
            s->is_extern = is_extern;
            if (p->f)
                vec_push(&p->fvars, s);
            else
                vec_push(&p->vars, s);
        }
        s->is_visible |= is_visible;
        if (accept(p, '=') && !initialiser(p, s, v.elem)) return false;
    } while (accept(p, ','));
    return expect(p, ';');
}

// ---- functions

// params = "(" [param {"," param}] ")"
static bool params(Parser *p, Sym ***out, int *n) {
    struct {
        Sym **at;
        int n, cap;
    } list = {0};
    bool ok = expect(p, '(');
    while (ok && !accept(p, ')')) {
        VarType v;
        Sym *s;
        ok = var_type(p, &v) && declarator(p, &v, &s);
        if (!ok) break;
        if (s->space == SPACE_REG) s->kind = SYM_REG;
        s->is_entry_param = p->f->is_entry;
        vec_push(&list, s);
        ok = at_punct(p, ')') || expect(p, ',');
    }
    *n = list.n;
    *out = arena_array(p->a, Sym *, (size_t)list.n);
    if (list.n) memcpy(*out, list.at, (size_t)list.n * sizeof(Sym *));
    vec_free(&list);
    return ok;
}

static bool three_numbers(Parser *p, uint32_t out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = 1;
    for (int i = 0; i < 3; i++) {
        int64_t v;
        if (!integer(p, &v)) return false;
        out[i] = (uint32_t)v;
        if (!accept(p, ',')) return true;
    }
    return true;
}

// Everything between the parameters and the body; what is of no interest has a
// name with a dot, numbers and commas.
static bool function_notes(Parser *p) {
    while (p->tok.kind == TOK_DIR) {
        bool ok = true;
        VarType ignored;
        switch (p->tok.atom->dir) {
        case DIR_MAXNTID: next(p), ok = three_numbers(p, p->f->maxntid); break;
        case DIR_REQNTID: next(p), ok = three_numbers(p, p->f->reqntid); break;
        case DIR_EXPLICIT: next(p), p->f->has_cluster = true; break;
        case DIR_REQCLUSTER:
            p->f->has_cluster = true;
            next(p), ok = three_numbers(p, p->f->reqcluster);
            break;
        case DIR_MAXCLUSTER: {
            uint32_t most[3] = {0};
            next(p), ok = three_numbers(p, most);
            p->f->maxcluster = most[0];
            break;
        }
        case DIR_NORETURN: next(p), p->f->is_noreturn = true; break;
        case DIR_PRAGMA: ok = pragma(p); break;
        case DIR_ATTRIBUTE: ok = attribute(p, &ignored); break;
        default:
            next(p);
            while (ok && p->tok.kind == TOK_INT) {
                next(p);
                ok = !accept(p, ',') || p->tok.kind == TOK_INT ||
                     parse_want(p, "a number");
            }
        }
        if (!ok) return false;
    }
    return true;
}

// The function of a name: one that was declared before, or a new one.
static PtxFunc *function_of(Parser *p, Atom *name, bool is_entry) {
    Sym *s = name->name ? name->name->sym : NULL;
    if (s && s->kind == SYM_FUNC) return s->func;
    PtxFunc *f = arena_new(p->a, PtxFunc);
    f->name = name->text;
    f->is_entry = is_entry;
    f->is_declared_only = true;
    f->line = p->tok.line;
    s = sym_new(p, SYM_FUNC, name->text);
    s->func = f;
    f->sym = s;
    bind_name(p, name, s);
    vec_push(&p->funcs, f);
    return f;
}

static void function_keep(Parser *p, PtxFunc *f) {
#define KEEP(field, v)                                                         \
    f->n##field = (v).n;                                                       \
    f->field = arena_alloc(p->a, (size_t)(v).n, sizeof *(v).at,                \
                           _Alignof(__typeof__(*(v).at)));                     \
    if ((v).n) memcpy(f->field, (v).at, (size_t)(v).n * sizeof *(v).at);       \
    (v).n = 0
    KEEP(stmts, p->stmts);
    KEEP(regs, p->regs);
    KEEP(vars, p->fvars);
    KEEP(labels, p->labels);
#undef KEEP
}

// signature = [params] name [params] notes; the first params are the returns.
// They are bound in the scope of the body, which must be open.
static bool signature(Parser *p, PtxFunc *f) {
    f->params = NULL;
    f->nparams = 0;
    return (!at_punct(p, '(') || params(p, &f->params, &f->nparams)) &&
           function_notes(p);
}

// function = (".entry" | ".func") signature (";" | body)
bool function(Parser *p, bool is_extern) {
    bool is_entry = at_dir(p, DIR_ENTRY);
    PtxFunc before = {.is_entry = is_entry};
    next(p);
    while (p->tok.kind == TOK_DIR && p->tok.atom->dir == DIR_ATTRIBUTE) {
        VarType ignored;
        if (!attribute(p, &ignored)) return false;
    }
    scope_open(p);
    p->f = &before; // the returns come before the name
    p->loc = &loc_unknown;
    Atom *name;
    if (at_punct(p, '(') && !params(p, &before.returns, &before.nreturns))
        return false;
    if (!word_atom(p, "the name of a function", &name)) return false;

    // The name belongs to the module, not to the scope just opened.
    Scope inner = p->scopes.at[--p->scopes.n];
    int nbindings = p->bindings.n;
    p->f = NULL;
    PtxFunc *f = function_of(p, name, is_entry);
    if (p->bindings.n > nbindings) { // keep the scope's bindings contiguous
        Binding *b = p->bindings.at[nbindings];
        memmove(p->bindings.at + inner.first_binding + 1,
                p->bindings.at + inner.first_binding,
                (size_t)(nbindings - inner.first_binding) * sizeof b);
        p->bindings.at[inner.first_binding++] = b;
    }
    vec_push(&p->scopes, inner);

    if (!f->is_declared_only && p->tok.kind != TOK_END)
        return parse_fail(p, "'%s' is defined twice", f->name);
    p->f = f;
    f->returns = before.returns;
    f->nreturns = before.nreturns;
    for (int i = 0; i < f->nreturns; i++)
        f->returns[i]->func = f;
    bool ok = signature(p, f);
    if (ok && !accept(p, ';')) {
        f->is_declared_only = false;
        if (is_extern) return parse_fail(p, "an .extern function has a body");
        ok = body(p);
    }
    ok = ok && scope_close(p);
    if (ok && !f->is_declared_only) function_keep(p, f);
    p->f = NULL;
    return ok;
}

// prototype = label ":" ".callprototype" [params] "_" [params] notes ";"
bool prototype(Parser *p, Atom *label) {
    next(p);
    PtxFunc *f = arena_new(p->a, PtxFunc), *outer = p->f;
    f->name = label->text;
    f->is_declared_only = true;
    p->f = f;
    Atom *name;
    scope_open(p);
    bool ok = (!at_punct(p, '(') || params(p, &f->returns, &f->nreturns)) &&
              word_atom(p, "'_'", &name) && signature(p, f) && expect(p, ';');
    ok = ok && scope_close(p);
    p->f = outer;
    Sym *s = sym_new(p, SYM_FUNC, label->text);
    s->func = f;
    bind_name(p, label, s);
    return ok;
}
