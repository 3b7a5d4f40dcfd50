// A decoded function: its instructions, basic blocks and places to count at,
// and what is known of it before it runs.
#ifndef SIM_CODE_H
#define SIM_CODE_H

#include "sim/decode/insn.h"

// A variable in shared memory, for messages.
typedef struct SharedVar {
    const char *name;      // demangled, without its function
    uint32_t offset, size; // size 0: of dynamic size
} SharedVar;

// The counters of one place of the code.
typedef struct Site {
    const SrcLoc *loc;
    const char *text;       // opcode as written
    Space space;            // as far as known statically
    uint8_t poll;           // how much it looks like waiting for another thread
    bool in_loop;           // it may run again
    bool is_read;           // an atomic: adds 0 and the like, to read
    const SharedVar *array; // that its address is made from; NULL: not known
    int32_t param; // 1 + the place of the pointer that it is made from, in the
                   // launch's parameters; 0: not known
    const SrcLoc *round; // a load's: of the one that its round begins with
} Site;

// A basic block; its first Insn is the pseudo-instruction BLOCK, which counts,
// merges lanes that wait there, and charges the instruction budget.
typedef struct BasicBlock {
    const SrcLoc *loc;     // of its first statement
    uint32_t first, n;     // instructions
    bool is_join;          // more than one predecessor
    int before;            // the block before, if a predicate decides there
                           // whether this one has an effect; -1: a branch does
    uint32_t poll;         // how much it looks like waiting for other threads
    uint32_t site, nsites; // its counter sites
    struct BlockCost {     // of one execution by a warp: static
        const SrcLoc *loc;
        float pipe[13]; // instructions per Pipe, after the weights
        float either;   // of PIPE_INT's, those that another pipe takes as well
        uint16_t insts;
        uint16_t flops;  // per lane
        uint16_t shared; // requests to shared memory
        float issue;     // after the PTX-to-SASS weights
        float chain;     // cycles that a warp alone takes, without waits for
        float far, near; // memory: rounds of global, of shared loads
        float ahead;     // cycles from the far ones to the first use
    } * costs;           // one per source line in the block
    int ncosts;
} BasicBlock;

// A register that may be read before anything was written to it, and the first
// instruction that reads it.
typedef struct Unset {
    const Sym *reg;
    const Insn *read;
} Unset;

struct Code {
    const PtxFunc *func;
    const char *demangled;
    Insn *insns;
    uint32_t ninsns;
    const Stmt **stmts;   // [ninsns] what each was made of, or NULL
    const Slot *reg_slot; // of registers, by Sym.index
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
    const Unset *unset; // of those, for undefined.h
    uint32_t nunset;
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
};

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

#endif
