// The tools of select functions: what they ask for while they make an Insn.
#ifndef SIM_DECODER_H
#define SIM_DECODER_H

#include "sim/decode/code.h"

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
