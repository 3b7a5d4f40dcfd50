// PTX text as a tree: what lex.c and parse.c make and decode.c reads.
//
// Everything lives in the module's arena. Symbols are resolved by the parser:
// an Operand points at its Sym. Register names with a count (%r<9>) are
// declared as ranges; a Sym is made for each register when it is first used.
#ifndef SIM_PTX_H
#define SIM_PTX_H

#include "base/arena.h"
#include "base/err.h"
#include "sim/ptx/isa.h"

// The source line of a statement, by .loc; inlined code names its call site.
typedef struct SrcLoc {
    const char *file; // borrowed from the module, "" unknown
    int line, col;
    const struct SrcLoc *inlined_at; // or NULL
} SrcLoc;

typedef enum Space {
    SPACE_GENERIC,
    SPACE_GLOBAL,
    SPACE_SHARED,
    SPACE_LOCAL,
    SPACE_CONST,
    SPACE_PARAM,
    SPACE_REG,
} Space;

typedef struct Sym Sym;
typedef struct PtxFunc PtxFunc;

typedef struct PtxInit { // one address inside a variable's initialiser
    uint64_t offset;     // into the variable
    const Sym *sym;
    int64_t addend;
    bool generic; // generic(sym)
} PtxInit;

struct Atom;
typedef struct PtxTargets { // label: .branchtargets a, b, c;
    struct Atom **at;
    int n;
} PtxTargets;

typedef enum SymKind { SYM_REG, SYM_VAR, SYM_FUNC, SYM_LABEL } SymKind;

struct Sym {
    SymKind kind;
    const char *name;
    Space space;    // SYM_VAR; registers: SPACE_REG
    Type type;      // of a register, or of a variable's element
    uint32_t align; // variables: bytes
    uint64_t size;  // variables: bytes in all; 0: .extern shared array
    bool is_extern, is_managed, is_visible;
    bool is_entry_param;   // formal parameter of an entry: in the launch's
                           // parameters. Other .param variables: in the frame.
    bool points_to_global; // declared with .ptr .global
    const uint8_t *init;   // size bytes, or NULL (zero)
    const PtxInit *inits;
    int ninits;
    PtxFunc *func;             // SYM_FUNC; and the owner of a register or label
    const PtxTargets *targets; // labels: of a .branchtargets, or NULL
    int index; // registers: number in the function, from 0, in order of
               // first use; labels: the statement that follows.
               // .callprototype: a SYM_FUNC whose func has only params
               // and returns
    // layout.c and launch.c:
    uint32_t slot;   // register window slot, or predicate slot
    uint64_t offset; // global, const: address. shared: offset in the block's
                     // shared memory, for the entry being decoded (the next
                     // decode may change it). entry parameter: offset in the
                     // parameters. local, other param: offset in the frame
    void *user;      // the host's shadow of a global
    const Sym *definition; // in another file of the program (join.c), or NULL
};

typedef enum OpndKind {
    OPND_NONE,
    OPND_REG,
    OPND_IMM,     // integer bits, or the bits of a float literal
    OPND_ADDR,    // [reg+imm] [sym+imm] [imm]
    OPND_VEC,     // {a,b,c,d}
    OPND_SYM,     // a variable, function or label as a value
    OPND_SPECIAL, // %tid.x ...
    OPND_SINK,    // _
    OPND_LIST,    // (a, b) of a call
} OpndKind;

typedef struct Operand Operand;
struct Operand {
    OpndKind kind;
    bool negated;       // !p
    bool is_float;      // OPND_IMM written as 0f, 0d or with a decimal point
    uint8_t float_bits; // then 32 (0f) or 64
    const Sym *sym;     // OPND_REG, OPND_SYM; OPND_ADDR: base or NULL
    const Sym *pipe;    // p of d|p, or NULL
    const char *part;   // of a register in a video instruction: "b0", or NULL
    int64_t imm;        // OPND_IMM: bits; 0f literals: 32 bits, 0d: 64 bits.
                        // OPND_ADDR, OPND_SYM: the byte offset
    int special;        // SREG_..., see sregs.def
    const Operand *at;  // OPND_VEC, OPND_LIST; OPND_ADDR: what follows the
                        // base in [tex, {x,y}]
    int n;
};

enum { MAX_OPNDS = 8, MAX_MODS = 12, MAX_TYPES = 4 };

typedef struct Stmt {
    Op op;              // OP_COUNT: a spelling ops.def does not know
    const char *text;   // the opcode as written: "ld.global.nc.v4.f32"
    Mod mods[MAX_MODS]; // in order, without the types; MOD_COUNT: unknown
    uint8_t nmods;
    uint16_t *seen;        // which of mods somebody asked for; NULL: no matter
    Type types[MAX_TYPES]; // in order: cvt.rn.f32.s32 has F32, S32
    uint8_t ntypes;
    uint16_t wide, deep;     // n and k of MOD_M64N ("m64n128k16"), or 0
    Operand opnd[MAX_OPNDS]; // in order; d|p is one operand
    uint8_t nopnds;
    const Sym *guard; // predicate, or NULL
    bool guard_negated;
    bool is_nounroll; // behind .pragma "nounroll"
    int ptx_line;
    const SrcLoc *loc; // never NULL
} Stmt;

struct PtxFunc {
    const char *name; // mangled
    Sym *sym;         // by which its file names it
    bool is_entry, is_declared_only, is_noreturn;
    Sym **params, **returns; // in .param space (or registers)
    int nparams, nreturns;
    Sym **vars; // .local, .shared and .param variables of the body
    int nvars;
    Sym **regs; // every register used
    int nregs;
    Stmt *stmts;
    int nstmts;
    Sym **labels;
    int nlabels;
    uint32_t maxntid[3], reqntid[3]; // 0: not said
    uint32_t reqcluster[3];          // .reqnctapercluster; 0: not said
    uint32_t maxcluster;             // .maxclusterrank; 0: not said
    bool has_cluster;                // .explicitcluster, or one of the two
    int line;
};

typedef struct PtxModule {
    int version_major, version_minor; // .version 9.0
    const char *target;               // "sm_90"
    int cc;                           // 90
    Sym **vars;                       // module scope, declared or defined
    int nvars;
    PtxFunc **funcs;
    int nfuncs;
    const char **files; // by .file index; NULL in the holes
    int nfiles;
} PtxModule;

// Parses PTX text. name is for messages ("a.ptx"). Returns NULL and fills err
// (ERR_SIM). Unknown opcodes are no error here: decode.c refuses them with the
// source line if the kernel that holds them is ever launched.
PtxModule *ptx_parse(Arena *a, const char *name, const char *text, size_t n,
                     Err *err);

// Makes one module of n >= 1, the files of a program whose device code is
// linked: functions and variables that one declares are those that another
// defines. Names that nobody defines stay declarations. The parts are used up.
PtxModule *ptx_join(Arena *a, PtxModule *const *parts, int n);

bool stmt_has(const Stmt *s, Mod m);
// For who goes through mods himself, and refuses those he does not know.
void stmt_saw_all(const Stmt *s);
// For modifiers that say what is so anyway.
void stmt_accept(const Stmt *s, const Mod *mods, size_t n);
#define STMT_ACCEPT(s, ...)                                                    \
    stmt_accept((s), (const Mod[]){__VA_ARGS__},                               \
                sizeof((const Mod[]){__VA_ARGS__}) / sizeof(Mod))

// The line a learner knows: the first place on the inlined_at chain that is in
// main_file (by path); else the outermost.
const SrcLoc *src_line(const SrcLoc *loc, const char *main_file);
// The same for what is told of one place: inside of a file with code that the
// main file includes (kernel_part.cu, not a header), that file's own line.
const SrcLoc *src_place(const SrcLoc *loc, const char *main_file);
// Is the file one of the toolkit or of its libraries?
bool comes_with_cuda(const char *file);

#endif
