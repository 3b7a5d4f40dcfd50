// Decoded instructions. The function that they belong to is in code.h; how a
// select function makes one, in decoder.h.
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
typedef struct Code Code;       // decode/code.h
typedef struct Decoder Decoder; // decode/decoder.h

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

// Facts of an instruction that others than its handler want to know.
typedef enum InsnKind {
    INSN_OTHER,
    INSN_BLOCK, // pseudo-instruction: a basic block begins
    INSN_JUMP,
    INSN_BRANCH,
    INSN_RET,
    INSN_EXIT,
    INSN_BARRIER,      // waits for the block
    INSN_CLUSTER_WAIT, // waits for the cluster
    INSN_GUARD,        // pseudo-instruction: src[0] says which lanes go on
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

#endif
