// PTX modules: tokens, names and scopes, and what stands outside functions.
//
// Recursive descent with one token of look-ahead; each function is its
// production. See parse.h for how names are found.
#include "sim/ptx/parse.h"

#include "base/path.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- tokens

bool parse_fail(Parser *p, const char *fmt, ...) {
    char what[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);

    // The names of the files are at the end of the text: only the line is
    // known.
    const SrcLoc *src = src_line(p->loc, NULL);
    char near[40] = "";
    if (p->f && src->line)
        snprintf(near, sizeof near, " (source line %d)", src->line);
    err_at(p->err, (Loc){p->name, p->tok.line, 0}, "PTX line %d%s: %s",
           p->tok.line, near, what);
    p->err->kind = ERR_SIM;
    return err_hint(p->err, "if this is inline assembly, look at its text; "
                            "otherwise run the program on a GPU (--on gpu)");
}

bool parse_want(Parser *p, const char *what) {
    const Tok *t = &p->tok;
    if (t->kind == TOK_BAD) return parse_fail(p, "%s", t->why);
    if (t->kind == TOK_END)
        return parse_fail(p, "expected %s, but the text ends", what);
    return parse_fail(p, "expected %s, not '%.*s'", what,
                      (int)(t->n < 80 ? t->n : 80), t->start);
}

void next(Parser *p) {
    p->tok = lex_next(&p->lex);
}

bool accept(Parser *p, char c) {
    if (!at_punct(p, c)) return false;
    next(p);
    return true;
}

bool expect(Parser *p, char c) {
    if (accept(p, c)) return true;
    return parse_want(p, (char[]){'\'', c, '\'', 0});
}

bool accept_dir(Parser *p, Dir dir) {
    if (!at_dir(p, dir)) return false;
    next(p);
    return true;
}

bool integer(Parser *p, int64_t *v) {
    bool minus = accept(p, '-');
    if (p->tok.kind != TOK_INT) return parse_want(p, "a number");
    *v = (int64_t)(minus ? -p->tok.value : p->tok.value);
    next(p);
    return true;
}

bool word_atom(Parser *p, const char *what, Atom **out) {
    if (p->tok.kind != TOK_WORD) return parse_want(p, what);
    *out = p->tok.atom;
    next(p);
    return true;
}

bool skip_to(Parser *p, char c) {
    while (!at_punct(p, c)) {
        if (p->tok.kind == TOK_END || p->tok.kind == TOK_BAD)
            return expect(p, c);
        next(p);
    }
    next(p);
    return true;
}

// ---- names

Sym *sym_new(Parser *p, SymKind kind, const char *name) {
    Sym *s = arena_new(p->a, Sym);
    s->kind = kind;
    s->name = name;
    s->func = p->f;
    s->index = -1;
    return s;
}

static Binding *parser_bind(Parser *p, Atom *atom) {
    Binding *b = arena_new(p->a, Binding);
    b->atom = atom;
    b->depth = scope_depth(p);
    vec_push(&p->bindings, b);
    return b;
}

void bind_name(Parser *p, Atom *atom, Sym *sym) {
    if (atom->name && atom->name->depth == scope_depth(p)) {
        atom->name->sym = sym; // declared again, as .extern and definition
        return;
    }
    Binding *b = parser_bind(p, atom);
    b->sym = sym;
    b->outer = atom->name;
    atom->name = b;
}

void bind_range(Parser *p, Atom *atom, RegRange *range) {
    if (atom->range && atom->range->depth == scope_depth(p)) {
        atom->range->range = range;
        return;
    }
    Binding *b = parser_bind(p, atom);
    b->range = range;
    b->outer = atom->range;
    atom->range = b;
}

// %r12 may be a name of its own, or the twelfth of %r<123>: the inner one.
Sym *find_name(Parser *p, Atom *atom) {
    const Binding *b = atom->name;
    const Binding *r = atom->prefix ? atom->prefix->range : NULL;
    while (r && atom->number >= r->range->n)
        r = r->outer;
    if (!r || (b && b->depth >= r->depth)) return b ? b->sym : NULL;

    Sym **at = &r->range->at[atom->number];
    if (!*at) {
        *at = sym_new(p, SYM_REG, atom->text);
        (*at)->space = SPACE_REG;
        (*at)->type = r->range->type;
    }
    return *at;
}

void scope_open(Parser *p) {
    Scope s = {p->bindings.n, p->fixups.n};
    vec_push(&p->scopes, s);
}

// Points the branches of the innermost scope at the scope's own labels.
static bool bind_branches(Parser *p, const Scope *s) {
    int kept = s->first_fixup, depth = scope_depth(p);
    for (int i = kept; i < p->fixups.n; i++) {
        Fixup fx = p->fixups.at[i];
        const Binding *b = fx.atom->name;
        if (b && b->depth == depth && b->sym->kind == SYM_LABEL) {
            p->stmts.at[fx.stmt].opnd[0].sym = b->sym;
        } else if (depth > 1) {
            p->fixups.at[kept++] = fx;
        } else {
            p->tok.line = fx.line;
            return parse_fail(p, "there is no label '%s'", fx.atom->text);
        }
    }
    p->fixups.n = kept;
    return true;
}

bool scope_close(Parser *p) {
    Scope s = p->scopes.at[p->scopes.n - 1];
    if (!bind_branches(p, &s)) return false;
    while (p->bindings.n > s.first_binding) {
        Binding *b = p->bindings.at[--p->bindings.n];
        if (b->sym)
            b->atom->name = b->outer;
        else
            b->atom->range = b->outer;
    }
    p->scopes.n--;
    return true;
}

// ---- modules

// pragma = ".pragma" string {"," string} ";"
bool pragma(Parser *p) {
    p->is_nounroll = true; // the only one that compilers write into code
    next(p);
    return skip_to(p, ';');
}

// section = ".section" name "{" anything "}"
bool section(Parser *p) {
    next(p);
    if (p->tok.kind != TOK_DIR && p->tok.kind != TOK_WORD)
        return parse_want(p, "the name of a section");
    next(p);
    if (!at_punct(p, '{')) return expect(p, '{');
    if (!lex_skip_braces(&p->lex))
        return parse_fail(p, "a section without '}'");
    next(p);
    return true;
}

// version = ".version" major "." minor
static bool version(Parser *p) {
    next(p);
    if (p->tok.kind != TOK_FLOAT || p->tok.n > 8)
        return parse_want(p, "a version such as 8.0");
    char text[16] = "";
    memcpy(text, p->tok.start, p->tok.n);
    sscanf(text, "%d.%d", &p->m->version_major, &p->m->version_minor);
    next(p);
    return true;
}

// target = ".target" word {"," word}
static bool target(Parser *p) {
    next(p);
    Atom *at = NULL;
    if (!word_atom(p, "a target such as sm_80", &at)) return false;
    p->m->target = at->text;
    if (!strncmp(at->text, "sm_", 3)) p->m->cc = atoi(at->text + 3);
    while (accept(p, ','))
        if (!word_atom(p, "a target option", &at)) return false;
    return true;
}

// address_size = ".address_size" "64"
static bool address_size(Parser *p) {
    next(p);
    if (p->tok.kind == TOK_INT && p->tok.value == 32)
        return parse_fail(p, "32-bit PTX is not simulated");
    int64_t bits;
    return integer(p, &bits);
}

// alias = ".alias" name "," name ";"
static bool alias(Parser *p) {
    next(p);
    Atom *name = NULL, *target_name = NULL;
    if (!word_atom(p, "a function", &name) || !expect(p, ',') ||
        !word_atom(p, "a function", &target_name))
        return false;
    Sym *sym = find_name(p, target_name);
    if (!sym || sym->kind != SYM_FUNC)
        return parse_fail(p, "there is no function '%s'", target_name->text);
    // Calls that were read already point at the declared one's symbol.
    Sym *declared = find_name(p, name);
    if (declared && declared->kind == SYM_FUNC)
        declared->func = sym->func;
    else
        bind_name(p, name, sym);
    return expect(p, ';');
}

// linked = {".visible" | ".extern" | ".weak" | ".common"} (function | variable)
static bool linked(Parser *p) {
    bool is_extern = false, is_visible = false;
    for (;; next(p)) {
        if (at_dir(p, DIR_EXTERN))
            is_extern = true;
        else if (at_dir(p, DIR_VISIBLE) || at_dir(p, DIR_WEAK) ||
                 at_dir(p, DIR_COMMON))
            is_visible = true;
        else
            break;
    }
    if (at_dir(p, DIR_ENTRY) || at_dir(p, DIR_FUNC))
        return function(p, is_extern);
    return variable(p, is_extern, is_visible);
}

static bool module_item(Parser *p) {
    if (p->tok.kind != TOK_DIR) {
        if (accept(p, ';')) return true;
        return parse_want(p, "a directive");
    }
    switch (p->tok.atom->dir) {
    case DIR_VERSION: return version(p);
    case DIR_TARGET: return target(p);
    case DIR_ADDRESS_SIZE: return address_size(p);
    case DIR_FILE: return file_directive(p);
    case DIR_LOC: return loc_directive(p);
    case DIR_SECTION: return section(p);
    case DIR_PRAGMA: return pragma(p);
    case DIR_ALIAS: return alias(p);
    default: return linked(p);
    }
}

static bool module(Parser *p) {
    next(p);
    while (p->tok.kind != TOK_END)
        if (!module_item(p)) return false;
    if (!p->m->version_major)
        return parse_fail(p, "this is no PTX: there is no .version");
    return true;
}

// Copies a vector into the arena: its pointer and its length.
#define KEEP(to, n_to, v)                                                      \
    do {                                                                       \
        (n_to) = (v).n;                                                        \
        (to) = arena_alloc(p->a, (size_t)(v).n + 1, sizeof *(v).at,            \
                           _Alignof(__typeof__(*(v).at)));                     \
        if ((v).n) memcpy((to), (v).at, (size_t)(v).n * sizeof *(v).at);       \
    } while (0)

static void parser_fini(Parser *p) {
    lex_fini(&p->lex);
    locs_fini(p);
    vec_free(&p->bindings);
    vec_free(&p->scopes);
    vec_free(&p->fixups);
    vec_free(&p->vars);
    vec_free(&p->funcs);
    vec_free(&p->files);
    vec_free(&p->stmts);
    vec_free(&p->regs);
    vec_free(&p->fvars);
    vec_free(&p->labels);
}

PtxModule *ptx_parse(Arena *a, const char *name, const char *text, size_t n,
                     Err *err) {
    Parser parser = {.a = a, .name = name, .err = err, .loc = &loc_unknown};
    Parser *p = &parser;
    p->m = arena_new(a, PtxModule);
    p->m->target = "";
    lex_init(&p->lex, a, text, n);

    bool ok = module(p);
    if (ok) {
        KEEP(p->m->vars, p->m->nvars, p->vars);
        KEEP(p->m->funcs, p->m->nfuncs, p->funcs);
        KEEP(p->m->files, p->m->nfiles, p->files);
        name_files(p);
    }
    parser_fini(p);
    return ok ? p->m : NULL;
}

// ---- questions about what was parsed

bool stmt_has(const Stmt *s, Mod m) {
    unsigned at = 0; // .row.row
    for (int i = 0; i < s->nmods; i++)
        at |= (unsigned)(s->mods[i] == m) << i;
    if (s->seen) *s->seen |= (uint16_t)at;
    return at != 0;
}

void stmt_accept(const Stmt *s, const Mod *mods, size_t n) {
    for (size_t i = 0; i < n; i++)
        stmt_has(s, mods[i]);
}

void stmt_saw_all(const Stmt *s) {
    if (s->seen) *s->seen = UINT16_MAX;
}

// In a kernel of a library: the learner's functor that it calls, or NULL.
static const SrcLoc *line_of_learner(const SrcLoc *loc) {
    while (loc && (!*loc->file || comes_with_cuda(loc->file)))
        loc = loc->inlined_at;
    return loc;
}

const SrcLoc *src_line(const SrcLoc *loc, const char *main_file) {
    if (main_file && comes_with_cuda(main_file)) {
        const SrcLoc *own = line_of_learner(loc);
        if (own) return own;
    }
    for (const SrcLoc *l = loc; l; l = l->inlined_at)
        if (main_file && !strcmp(l->file, main_file)) return l;
    while (loc->inlined_at)
        loc = loc->inlined_at;
    return loc;
}

const SrcLoc *src_place(const SrcLoc *loc, const char *main_file) {
    for (const SrcLoc *l = loc; l; l = l->inlined_at) {
        if (main_file && !strcmp(l->file, main_file)) break;
        if (path_is_code(l->file)) return l;
    }
    return src_line(loc, main_file);
}
