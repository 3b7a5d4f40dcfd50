// Calls: what select_call leaves for the handlers, and the functions that a
// device program may call without defining them.
#ifndef SIM_CALL_H
#define SIM_CALL_H

#include "sim/core/warp.h"

bool select_call(Decoder *d, const Stmt *s, Insn *in);
const Insn *exec_ret(Warp *w, const Insn *in);
const Insn *exec_exit(Warp *w, const Insn *in);

// syscall.c: vprintf, __assertfail, malloc, free. NULL: no such function.
ExecFn syscall_find(const char *name);

#endif
