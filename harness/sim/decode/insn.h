// Decoded instructions, and how a select function makes one.
//
// decode.c walks the statements of a function, block by block in an order in
// which "smallest pc first" reconverges (reverse post-order, loops contiguous),
// and asks the select function of the opcode's group to fill an Insn: handler,
// operand slots, anything else. A select function binds operands with dst() and
// src(); it returns false for a form that is not simulated yet.
//
//   @p add.u32 d, a, b;   ->   GUARD p      active = group & p; skips if none
//                              ADD d, a, b
//                              UNGUARD      active = group
//
// so that handlers never look at predicates: they compute for w->active.
#ifndef SIM_INSN_H
#define SIM_INSN_H

#include "sim/ptx/ptx.h"

typedef struct Warp Warp;
typedef struct Insn Insn;

// Executes in for the active lanes of w and returns the instruction to execute
// next (in + 1 for all but control flow), or NULL to give up the warp: it has
// to wait, has ended or has trapped; the handler has set w->state by then.
typedef const Insn *(*ExecFn)(Warp *w, const Insn *in);

// An operand: the high bit picks the bank (0: the function's register window,
// 1: its constants), the rest is an index in units of 32 lanes x 4 bytes. A
// 64-bit value takes two consecutive units, u64[32]. 8- and 16-bit values sit
// zero-extended in a 32-bit unit; the upper bits of every b16 unit are zero.
// A predicate is an index into w->p: one bit per lane.
typedef uint32_t Slot;
#define SLOT_CONST 0x80000000u
#define SLOT_NONE  0x7fffffffu

// Facts that others than its handler want to know of an instruction than its
// handler.
typedef enum InsnKind {
    INSN_OTHER,
    INSN_BLOCK, // pseudo-instruction: a basic block begins
    INSN_JUMP,
    INSN_BRANCH,
    INSN_RET,
    INSN_EXIT,
    INSN_BARRIER,      // waits for the block
    INSN_CLUSTER_WAIT, // waits for the cluster
} InsnKind;

struct Insn {
    ExecFn fn;
    Slot dst, dst2; // dst2: the p of d|p, the q of setp, a carry
    Slot src[4];
    union {
        int64_t imm;        // address offset, bits, ...
        const Insn *target; // branches: filled after layout
        const void *ptr;    // whatever the group needs more (module's arena)
    };
    uint32_t site;    // counter site (Code.sites); 0 is "none"
    uint16_t flags;   // the group's own
    uint8_t bytes;    // memory: of one element
    uint8_t vec : 4;  // memory: elements per lane, 1, 2 or 4
    uint8_t kind : 4; // InsnKind
};

// How an access orders others (PTX ISA, "Memory Consistency Model").
typedef enum MemOrder {
    ORDER_WEAK,
    ORDER_VOLATILE,
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
} MemOrder;

typedef enum MemScope {
    SCOPE_BLOCK,
    SCOPE_CLUSTER,
    SCOPE_DEVICE,
    SCOPE_SYSTEM,
} MemScope;

// The counters of one place of the code.
typedef struct Site {
    const SrcLoc *loc;
    const char *text; // opcode as written
    Space space;      // as far as known statically
    uint8_t poll;     // how much it looks like waiting for another thread
} Site;

// A basic block; its first Insn is the pseudo-instruction BLOCK, which counts,
// merges lanes that wait there, and charges the instruction budget.
typedef struct BasicBlock {
    const SrcLoc *loc;     // of its first statement
    uint32_t first, n;     // instructions
    bool is_join;          // more than one predecessor
    uint32_t poll;         // how much it looks like waiting for other threads
    uint32_t site, nsites; // its counter sites
    struct BlockCost {     // of one execution by a warp: static
        const SrcLoc *loc;
        float pipe[13]; // instructions per Pipe, after the weights
        float either;   // of PIPE_INT's, those that another pipe takes as well
        uint16_t insts;
        uint16_t flops;  // per lane
        float issue;     // after the PTX-to-SASS weights
        float chain;     // cycles that a warp alone takes, without waits for
        float far, near; // memory: rounds of global, of shared loads
    } * costs;           // one per source line in the block
    int ncosts;
} BasicBlock;

// A variable in shared memory, for messages.
typedef struct SharedVar {
    const char *name;      // demangled, without its function
    uint32_t offset, size; // size 0: of dynamic size
} SharedVar;

typedef struct Code {
    const PtxFunc *func;
    const char *demangled;
    Insn *insns;
    uint32_t ninsns;
    BasicBlock *blocks;
    uint32_t nblocks;
    Site *sites; // [0] is "none"
    uint32_t nsites;
    const void *consts; // Lanes[nconsts]: the constants, broadcast
    uint32_t nconsts;
    uint32_t nslots;    // register window, units; predicates have as many slots
    Slot *zeroed;       // units that may be read before they are written: zero
    Slot *zeroed_preds; // when a warp begins; and predicates
    uint32_t nzeroed, nzeroed_preds;
    uint32_t sreg_slot[SREG_COUNT]; // where warp start writes them; SLOT_NONE
    uint32_t local_bytes;  // per-lane frame: .local variables, call params
    uint32_t shared_bytes; // static shared of this function, offsets in Sym
    const SharedVar *shared_vars; // of an entry
    int nshared_vars;
    uint32_t param_bytes; // kernel parameters
    // of an entry, for itself and what it may call (independence.h):
    bool is_independent; // its blocks can run side by side
    bool is_gated;       // and wait for their turn at some instructions
    bool has_deferrable; // and leave others for their turn
    bool shares_work;    // what a block does depends on how far others are
    bool spins;          // a block may wait for a flag of another (spin.c)
    const char *reason;  // why they cannot, or NULL
    bool has_bulk_reads; // of shared memory, by cp.async.bulk
    // filled by cubin.c, or estimated by decode.c from live ranges:
    int regs;
    bool regs_exact;
    int stack_bytes;      // spills and frames, from the cubin
    uint32_t stack_frame; // bytes that a call of it takes (stack.h)
    struct Code *next;    // of an entry: the functions it may call, chained
} Code;

// An actual argument or result: a .param variable in the caller's frame, or a
// register.
typedef struct CallArg {
    const Sym *sym; // in the frame, or NULL
    Slot slot;
    bool is_pred;
} CallArg;

// Insn.ptr of a call.
typedef struct CallSite {
    const PtxFunc *func; // NULL: through a pointer in `target`
    const Code *code;
    Slot target;
    CallArg *args, *rets;
    int nargs, nrets;
} CallSite;

// The code of f among the functions that entry may call (NULL: not there). The
// value of a function pointer is the address of its PtxFunc.
const Code *code_find(const Code *entry, const PtxFunc *f);

// ---- for select functions
typedef struct Decoder Decoder;

// The slot of a destination register (OPND_REG; OPND_SINK gives a scratch unit)
// that is `bits` wide (1 for predicates).
Slot dst(Decoder *d, const Operand *o, int bits);
// The slot of a source: a register, or a constant made of an immediate, the
// address of a symbol (OPND_SYM), or a special register that never changes
// while a warp lives. `bits` wide.
Slot src(Decoder *d, const Operand *o, int bits);
// The base register of an OPND_ADDR, or SLOT_NONE; *imm becomes the byte
// offset, with the offset or address of the variable that stands for the base
// (Sym).
Slot addr_base(Decoder *d, const Operand *o, int64_t *imm);
// The slot of a constant.
Slot src_bits(Decoder *d, uint64_t value, int bits);
// The predicate register of d|p, or SLOT_NONE.
Slot pipe_dst(Decoder *d, const Operand *o);
// Memory for in->ptr, zeroed, in the module's arena.
void *decoder_alloc(Decoder *d, size_t n);
// Makes the counter site of s and returns its number.
uint32_t decoder_site(Decoder *d, const Stmt *s, Space space);
// Returns whether ptxas can see that the address of s is the same for all
// lanes: it is made of parameters and block indices alone.
bool decoder_is_uniform(const Decoder *d, const Stmt *s);
// Overrides the pipe and the SASS weight that s is charged (default: ops.def's
// pipe, weight 1).
void decoder_cost(Decoder *d, Pipe pipe, float weight, int flops_per_lane);
// Only a part of an instruction of ptxas: it makes one of several such s.
void decoder_shares(Decoder *d, float part);
// Reports why the form is not simulated, then `return false`.
bool decoder_refuse(Decoder *d, const char *fmt, ...) PRINTF(2, 3);
// Returns whether s has least to most operands; else reports that and returns
// false. Forms whose number depends on their modifiers ask before they read
// any.
bool operands_are(Decoder *d, const Stmt *s, int least, int most);
// Code of a function called directly (decoded on demand; recursion is fine).
// Control flow only.
const Code *decoder_callee(Decoder *d, const PtxFunc *f);

// Fills in from s, or returns false for a form that is not simulated yet.
typedef bool (*SelectFn)(Decoder *d, const Stmt *s, Insn *in);

#endif
