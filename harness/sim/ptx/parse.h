// The parser's state, shared by parse.c (modules and scopes), parse_decl.c
// (variables and functions) and parse_stmt.c (statements). Nobody else.
//
// Names are bound to atoms, not kept in a table per scope: an atom points at
// its innermost meaning, and leaving a scope unwinds the scope's bindings.
#ifndef SIM_PARSE_H
#define SIM_PARSE_H

#include "base/vec.h"
#include "sim/ptx/lex.h"
#include "sim/ptx/ptx.h"

typedef struct RegRange { // .reg .b32 %r<123>
    Type type;
    uint32_t n;
    Sym **at; // made when first used
} RegRange;

struct Binding {
    Atom *atom;
    Sym *sym;        // of Atom.name
    RegRange *range; // of Atom.range
    Binding *outer;  // what it hides
    int depth;       // of the scope; 0 is the module
};

// A branch target that is not known when the branch is read. A label of the
// branch's own scope wins over one of an outer scope, so that all of them wait
// until their scope ends.
typedef struct Fixup {
    Atom *atom;
    int stmt;
    int line;
} Fixup;

typedef struct Scope {
    int first_binding, first_fixup;
} Scope;

typedef struct LocEntry { // a SrcLoc, with .file's number instead of the name
    uint32_t file;
    SrcLoc *loc;
} LocEntry;

typedef struct Parser {
    Lexer lex;
    Tok tok;
    Arena *a;
    PtxModule *m;
    const char *name;
    Err *err;
    struct {
        Binding **at;
        int n, cap;
    } bindings;
    struct {
        Scope *at;
        int n, cap;
    } scopes;
    struct {
        Fixup *at;
        int n, cap;
    } fixups;
    struct {
        Sym **at;
        int n, cap;
    } vars;
    struct {
        PtxFunc **at;
        int n, cap;
    } funcs;
    struct {
        const char **at;
        int n, cap;
    } files;
    // source places, by (file, line, col): the latest of each
    LocEntry *locs; // open addressing
    uint32_t nlocs, locs_cap;
    struct {
        LocEntry *at;
        int n, cap;
    } all_locs;
    const SrcLoc *loc; // of the next statement
    bool is_nounroll;  // so is the next statement
    // of the function being read
    PtxFunc *f;
    struct {
        Stmt *at;
        int n, cap;
    } stmts;
    struct {
        Sym **at;
        int n, cap;
    } regs, fvars, labels;
} Parser;

// ---- tokens (parse.c)
// Report that something else was wanted at the current token; return false.
bool parse_fail(Parser *p, const char *fmt, ...) PRINTF(2, 3);
bool parse_want(Parser *p, const char *what);
void next(Parser *p);
static inline bool at_punct(const Parser *p, char c) {
    return p->tok.kind == TOK_PUNCT && p->tok.punct == c;
}
static inline bool at_dir(const Parser *p, Dir dir) {
    return p->tok.kind == TOK_DIR && p->tok.atom->dir == dir;
}
bool accept(Parser *p, char c);
bool expect(Parser *p, char c);
bool accept_dir(Parser *p, Dir dir);
// [-] integer
bool integer(Parser *p, int64_t *v);
bool word_atom(Parser *p, const char *what, Atom **out);

// ---- names (parse.c)
void scope_open(Parser *p);
// Binds the scope's branches to its labels; what is left over is the outer
// scope's business, or an error in the outermost scope of a function.
bool scope_close(Parser *p);
static inline int scope_depth(const Parser *p) {
    return p->scopes.n;
}
void bind_name(Parser *p, Atom *atom, Sym *sym);
void bind_range(Parser *p, Atom *atom, RegRange *range);
// The symbol of a name, or NULL. Registers of ranges are made here.
Sym *find_name(Parser *p, Atom *atom);
Sym *sym_new(Parser *p, SymKind kind, const char *name);

// ---- productions
bool variable(Parser *p, bool is_extern, bool is_visible); // parse_decl.c
bool reg_decl(Parser *p);
bool function(Parser *p, bool is_extern);
bool prototype(Parser *p, Atom *label);
bool loc_directive(Parser *p); // parse_loc.c
bool file_directive(Parser *p);
void name_files(Parser *p);
void locs_fini(Parser *p);
extern const SrcLoc loc_unknown;
bool pragma(Parser *p);          // parse.c
bool section(Parser *p);         // parse.c
bool body(Parser *p);            // parse_stmt.c
bool skip_to(Parser *p, char c); // parse.c: past the next c

#endif
