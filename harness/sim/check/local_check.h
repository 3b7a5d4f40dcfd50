// Which words of its own arrays a thread has written.
#ifndef SIM_LOCAL_CHECK_H
#define SIM_LOCAL_CHECK_H

#include "sim/mem/sectors.h"

typedef struct Insn Insn;
typedef struct Warp Warp;

// A checked, classified request to local memory, addresses in each lane's
// stack.
void local_check(Warp *w, const Insn *in, const Access *a, AccessKind k);

#endif
