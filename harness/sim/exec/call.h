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
// device_runtime.c: launches and the like. NULL: no such function.
ExecFn device_runtime_find(const char *name);

// Memory of the kernels' heap, or 0; gives it back: false if it is none.
uint64_t kernel_malloc(Launch *la, uint64_t n);
bool kernel_free(Launch *la, uint64_t p);
// Copies n bytes to a generic address; false if they are no memory of lane l.
bool generic_write(Warp *w, int l, uint64_t address, const void *from,
                   size_t n);

#endif
