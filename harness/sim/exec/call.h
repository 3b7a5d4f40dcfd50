// Calls: what select_call leaves for the handlers, and the functions that a
// device program may call without defining them.
#ifndef SIM_CALL_H
#define SIM_CALL_H

#include "sim/state/warp.h"

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

bool select_call(Decoder *d, const Stmt *s, Insn *in);
const Insn *exec_ret(Warp *w, const Insn *in);
const Insn *exec_exit(Warp *w, const Insn *in);

// The i-th argument of lane l in a call to a device function; results.
uint64_t call_arg(Warp *w, const CallSite *c, int i, int l);
void call_result(Warp *w, const CallSite *c, int l, uint64_t v);

// syscall.c: vprintf, __assertfail, malloc, free. NULL: no such function.
ExecFn syscall_find(const char *name);

#endif
