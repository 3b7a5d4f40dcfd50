// The select functions of all groups, and the handlers that decode.c inserts.
#ifndef SIM_EXEC_SELECT_H
#define SIM_EXEC_SELECT_H

#include "sim/decode/decoder.h"

// The select function of a group; NULL: it has none.
SelectFn select_of(Group group);

// One per Group, each in the file of that name.
bool select_cvt(Decoder *d, const Stmt *s, Insn *in);
bool select_mem(Decoder *d, const Stmt *s, Insn *in);
bool select_atom(Decoder *d, const Stmt *s, Insn *in);
// Nobody reads the old value that the atomic returns: after select_atom.
void atom_unread(const Insn *in);
bool select_warp(Decoder *d, const Stmt *s, Insn *in);
bool select_ctrl(Decoder *d, const Stmt *s, Insn *in);
bool select_tex(Decoder *d, const Stmt *s, Insn *in);
bool select_async(Decoder *d, const Stmt *s, Insn *in);
bool select_video(Decoder *d, const Stmt *s, Insn *in);

// Pseudo-instructions that decode.c inserts; exec/ctrl.c has them.
const Insn *exec_block(Warp *w, const Insn *in); // imm: block number
const Insn *exec_guard(Warp *w, const Insn *in); // src[0], flags bit 0: negated
const Insn *exec_unguard(Warp *w, const Insn *in);
const Insn *exec_jump(Warp *w, const Insn *in); // target: uniform
enum { BRANCH_STAYS = 2 }; // ptxas makes no predicates of it
const Insn *exec_branch(Warp *w, const Insn *in); // target, src[0], flags: bit
                                                  // 0, BRANCH_STAYS
// dst (64 bits) = the lane's stack pointer + imm. src() puts it before an
// instruction that uses the address of a local variable as a value.
const Insn *exec_local_addr(Warp *w, const Insn *in);
// Waits until all live lanes of the warp are here: before an instruction that
// only works for a whole warp (exec/warp.c). src[3]: the mask of all lanes.
const Insn *exec_converge(Warp *w, const Insn *in);
const Insn *exec_unsupported(Warp *w, const Insn *in); // ptr: message

// Puts a look at registers that wgmma may be working with before s, which is
// another instruction (exec/wgmma.c).
void wgmma_watch(Decoder *d, const Stmt *s);

#endif
