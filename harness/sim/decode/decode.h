// The decoder's parts, shared by layout.c, cfg.c, slots.c, cost.c and decode.c.
//
//   family   the functions an entry may call; offsets of their variables
//   Cfg      the statements of one function as ordered blocks
//   Slots    which register lives where in the window
#ifndef SIM_DECODE_H
#define SIM_DECODE_H

#include "sim/decode/decoder.h"
#include "sim/decode/independence.h"

// ---- layout.c
typedef struct Family {
    const PtxFunc **at; // [0] is the entry; heap
    int n, cap;
    int ndirect; // those before are called, or named, in the code itself; the
                 // others only through pointers
    uint32_t shared_bytes; // static
    Sym **shared;          // the variables; heap
    int nshared;
} Family;

// Collects what entry may call and gives every variable of those functions its
// offset: entry parameters, frames, shared memory (Sym.offset).
void family_collect(Family *fam, const PtxModule *m, const PtxFunc *entry);
void family_free(Family *fam);
// Bytes of a function's frame, and of an entry's parameters.
uint32_t frame_layout(const PtxFunc *f);
uint32_t param_layout(const PtxFunc *f);

// Calls visit for each operand of s, inside vectors and lists too.
typedef void (*OperandFn)(void *ctx, const Operand *o);
void stmt_operands(const Stmt *s, OperandFn visit, void *ctx);

// ---- cfg.c
typedef struct CfgBlock {
    int first, n;    // statements
    int taken, fall; // blocks that may follow, or -1
    int npreds;
    int number; // in layout order, -1: cannot be reached
} CfgBlock;

typedef struct Cfg {
    CfgBlock *at; // in text order; after them the empty ones of loops (cfg.c)
    int n;
    int *order; // blocks in layout order
    int norder;
} Cfg;

// True if ptxas makes predicates of the branch at the end of b, or there is
// none.
bool predicate_replaces(const Cfg *g, const PtxFunc *f, const CfgBlock *b);
// Cuts f into basic blocks and orders the reachable ones.
void cfg_build(Cfg *g, Arena *a, const PtxFunc *f);
// True if lanes that execute s never execute the next statement.
bool stmt_ends(const Stmt *s);

// ---- slots.c
typedef struct Slots {
    Slot *of;        // [f->nregs] unit or predicate index
    uint32_t nunits; // of the registers
    uint32_t npreds;
    uint32_t max_live;           // 32-bit units live at once
    uint32_t sreg[SREG_COUNT];   // or SLOT_NONE
    Slot *zeroed, *zeroed_preds; // of those that the function may read before
    uint32_t nzeroed, nzeroed_preds; // it writes them
    // Those registers, if it is known for sure that a way leads to the read.
    const Sym **unset;
    uint32_t nunset;
} Slots;

// Gives every register of f a place. reuse: those that are never live at the
// same time may share one.
void slots_assign(Slots *out, Arena *a, const PtxFunc *f, const Cfg *g,
                  bool reuse);

// Calls visit for each register of s: what it reads (guards too) and writes.
typedef void (*RegFn)(void *ctx, const Sym *reg, bool is_def);
void stmt_registers(const Stmt *s, RegFn visit, void *ctx);
// True if s reads reg.
bool stmt_reads(const Stmt *s, const Sym *reg);
// True if a statement of b writes reg.
bool stmts_set(const PtxFunc *f, const CfgBlock *b, const Sym *reg);
// True if the value of r never changes while a warp lives.
bool sreg_is_constant(Sreg r);

// ---- cost.c
typedef struct Cost {
    Pipe pipe;
    float weight; // SASS instructions
    float apart;  // more of them where it is not made part of another
    int flops;    // per lane
} Cost;

// The cost of s unless its select function knows better.
Cost cost_default(const Stmt *s);

// ---- chain.c: what a warp waits for in a basic block
typedef struct ChainReg {
    uint32_t block; // the rest is of that one
    bool enters;    // read before it is written
    bool written;
    uint16_t level[2]; // rounds of loads that it depends on: far, near
    float ready;       // cycle, those rounds not counted
    const Stmt *maker; // who wrote it last
    bool is_joined;    // that is one instruction with the one before
} ChainReg;

// The distance of the memory that a warp waits for.
typedef enum Waits { WAITS_NOT, WAITS_FAR, WAITS_NEAR } Waits;

// A loop that ptxas unrolls (unroll.c).
typedef struct Unrolled {
    const Stmt *compare;  // of its counter, or NULL: it is none
    const CfgBlock *body; // the block that repeats itself
    const Sym *exit;      // the predicate of the branch back
    float times;          // that the body is repeated
    float each[2];        // of a round of loads, far and near, what one costs
    uint8_t *notes;       // [nregs]
} Unrolled;

// The rounds of loads of a block that are told apart.
enum { ROUNDS = 64 };

// A round of far loads of the function.
typedef struct Asked {
    uint32_t round;       // from 1; 0: none
    uint32_t chain_block; // that it was issued in: of ChainState,
    int number;           // and of Cfg
    int head;             // of those, the one that its block began with
    uint16_t level;       // of the rounds of its block
    float at;             // the work before its last load
    bool is_used;
    bool has_come; // something that was issued later was waited for
} Asked;

// The loads that are issued ahead of their use (ahead.c).
typedef struct Ahead {
    float line; // cycles of the blocks before
    uint32_t n; // rounds so far
    Asked at[ROUNDS];
    uint32_t *loaded; // [nregs]: the round that brings it; 0: none
} Ahead;

typedef struct ChainState {
    ChainReg *reg; // [nregs]
    uint32_t block;
    float busy;        // cycles in which its instructions can be issued
    float front;       // longest path of results so far
    float clock;       // when the clock was read last: what comes is later
    uint16_t most[2];  // rounds of loads so far, far and near
    uint16_t floor[2]; // the round that loads come after
    uint16_t way[2];   // those from what nobody writes, too: a way out was left
    uint16_t used[2];  // the last round that something has waited for
    int held;          // predicates that wait for loads to come
    uint16_t freed;    // the far round that such a predicate waits for
    const Sym *guard;  // of the last if, and the loads of all it decides
    int guarded;
    bool holds;           // it is among those that are held
    const uint8_t *stays; // [nregs]: flight_stays
    const uint8_t *reads; // [nregs]: how many statements read it, at most 2
    uint16_t flight;      // the far round that loads are put in, and the
    int words;            // registers of it that only pass through
    const CfgBlock *last; // the block before
    int head;             // number of the one that `block` began with
    const Cfg *cfg;       // the last one's, and its function
    const PtxFunc *func;
    Unrolled loop;
    Ahead ahead;
} ChainState;

// The work that a statement adds to its block.
typedef struct ChainStep {
    float cycles;
    float far, near; // rounds
    float ahead;     // cycles of work since loads, up to their first use
    uint16_t round;  // of far ones, the one that it waits in; 0: in none
} ChainStep;

// Block b of f begins. Short ones after an if go on where it stood. Returns the
// number of the block before if b is what an if guards that predicates replace:
// every warp issues it then. Else -1.
int dependency_block(ChainState *c, const Cfg *g, const PtxFunc *f,
                     const CfgBlock *b);
Waits dependency_waits(const Stmt *s);
// The body b of an if begins, after the block c->last: it takes a predicate
// until its loads have come (predicate.c). False if the branch stays.
bool predicate_take(ChainState *c, const PtxFunc *f, const CfgBlock *b);
bool dependency_is_shared(const Stmt *s); // or local: it does not leave the SM
// The weight of s, less if ptxas makes one instruction of it and of one that
// stands before it in the block.
float dependency_weight(ChainState *c, const Stmt *s, float weight);
// Of the uses that an integer statement makes of its pipe, those that another
// pipe may take; less than none if it keeps there what was counted before.
float dependency_either(ChainState *c, const Stmt *s, float uses);
// True if s divides integers, and has to make the reciprocal first.
bool dependency_makes_reciprocal(ChainState *c, const Stmt *s);
ChainStep dependency_step(ChainState *c, const Stmt *s, Pipe pipe,
                          float weight);

// ---- ahead.c
// A load of the current block's far round `level` is issued. Returns the number
// that the registers which it brings have in Ahead.loaded.
uint32_t ahead_ask(ChainState *c, uint16_t level);
// True if the load that is issued next, in that round, overlaps with one of
// a block before: nobody waits for it in particular.
bool ahead_covers(const ChainState *c, uint16_t level);
// The cycles of work since the load of what is in reg, once for each round.
float ahead_use(ChainState *c, const Sym *reg);
// The same of all that a loop asks for and has not used, if s ends it.
float ahead_end(ChainState *c, const Stmt *s);

// ---- flight.c
// The registers of f that are read in another block than the one that sets
// them, or late: [f->nregs], in a. The others only pass through.
uint8_t *flight_stays(Arena *a, const Cfg *g, const PtxFunc *f);
// The far round of the load s that could be in round `level`: a later one where
// the registers of what is under way are taken.
uint16_t flight_level(ChainState *c, const Stmt *s, uint16_t level);
// The part of those registers that the loads of b take, at most 1.
float flight_share(const uint8_t *stays, const PtxFunc *f, const CfgBlock *b);

// ---- unroll.c
// Block b of f begins. stays: of flight.c.
void unroll_block(Unrolled *u, const Cfg *g, const PtxFunc *f,
                  const CfgBlock *b, const uint8_t *stays);
// True if s only counts: needed once for all times that the body is repeated.
bool unroll_is_spared(const Unrolled *u, const Stmt *s);

// ---- uniform.c
// Which registers of f may differ between the lanes of a warp, as far as their
// definitions tell: [f->nregs], in a.
uint8_t *varying_registers(Arena *a, const PtxFunc *f);

// ---- roots.c
// The array of shared memory from whose address each register of f is made, or
// the pointer among the parameters (SPACE_PARAM), or something that is neither:
// [f->nregs], in a.
const Sym **array_roots(Arena *a, const PtxFunc *f);

// ---- wgmma.c
// The registers of f that wgmma works with, and those that are copies of them:
// [f->nregs], in a. NULL: f has no wgmma.
uint8_t *wgmma_registers(Arena *a, const PtxFunc *f);

// ---- bind.c: the state of one function's decoding, and what select functions
// see of it (insn.h)
typedef struct Patch { // insns[insn].target is not known yet
    uint32_t insn, to;
    bool is_block; // to: a block's number; else an instruction
} Patch;

typedef struct Const {
    uint64_t value;
    uint32_t unit;
    bool wide;
} Const;

typedef struct CostRow {
    int block;
    struct BlockCost cost;
} CostRow;

struct Decoder {
    Arena *a;   // the module's
    Arena temp; // until the function is decoded
    const Family *fam;
    Code *entry; // the family's codes are chained from here
    Code *code;
    const PtxFunc *f;
    Cfg cfg;
    Slots slots;
    const CfgBlock *b; // being decoded, or NULL
    const Stmt *s;     // of it
    Cost cost;         // of s
    ChainState chain;
    const SrcLoc *round[ROUNDS]; // of its block: the load that each begins with
    uint8_t *varies;   // [f->nregs]: may differ from lane to lane (uniform.c)
    const Sym **roots; // [f->nregs]: addresses of shared memory (roots.c)
    int *reads;        // [f->nregs]: number of the last statement that reads it
    uint8_t *used;     // [f->nregs]: how many statements read it, at most 2
    uint8_t *wgmma;    // [f->nregs]: wgmma works with it; NULL: there is none
    Independence independence;      // of the family
    int nstmt;                      // statements decoded so far
    uint32_t scratch, scratch_most; // units behind the registers, of s and ever
    ExecFn local_addr;              // exec_local_addr: in a layer above
    bool refused;                   // s is not simulated
    bool misjudged; // a select function reads what slots.c thought is written
    char why[160];
    struct {
        Insn *at;
        int n, cap;
    } insns;
    struct {
        const Stmt **at; // of the insns, as far as they are known
        int n, cap;
    } stmts;
    struct {
        Site *at;
        int n, cap;
    } sites;
    struct {
        Patch *at;
        int n, cap;
    } patches;
    struct {
        BasicBlock *at;
        int n, cap;
    } blocks;
    struct {
        CostRow *at;
        int n, cap;
    } costs;
    Const *consts; // open addressing; heap
    uint32_t nconsts, consts_cap, const_units;
};

void decoder_start(Decoder *d, bool reuse); // a function
void decoder_finish(Decoder *d);            // frees what is temporary
void decoder_statement(Decoder *d, const Stmt *s);
uint32_t decoder_emit(Decoder *d, Insn in); // returns its number
// The constants, broadcast, in the module's arena.
const void *decoder_constants(Decoder *d);

#endif
