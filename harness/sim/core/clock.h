// The clock of a kernel that reads it: %clock, %clock64, %globaltimer.
//
// Other kernels are timed when they have ended (time/model.h). One that reads
// the clock wants to know now how long a warp took for a piece of its own code:
//
//     t0 = clock64();  p = *p;  p = *p;  ...  t1 = clock64();
//
// So its warps keep time. A block of code takes the cycles that its longest
// chain of results takes (decode/dependency.c), and every round of loads as
// long as the place is away where it finds its data: L1, L2, DRAM or shared
// memory (devices.def). The code after the last load of a block, a loop's
// counter and branch, runs meanwhile. Warps wait for each other at barriers;
// what they issue is counted for all.
//
// L2 answers such a launch at once: it has no log (cache/l2_log.h).
#ifndef SIM_CORE_CLOCK_H
#define SIM_CORE_CLOCK_H

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/decode/memop.h"

// True if code, or what it may call, reads the clock.
bool clock_is_read(const Code *code);
// Its counts are ready and nothing has run: from now on its warps keep time.
void clock_start(Launch *la);
// Its warps keep time.
static inline bool clock_runs(const Launch *la) {
    return !la->caches.log;
}

// The place at which a clock is read, in one word: cycles from the beginning of
// a block of code.
static inline int64_t clock_place(int block, float cycles) {
    return (int64_t)block << 32 | (int64_t)(cycles + 0.5f);
}
// The clock there, which never goes back.
uint64_t clock_at(Warp *w, int64_t place);

// The load `in` has been answered: its warp waits. before: its site's counters
// (cycles of L1, L2 or DRAM by what the load has added to them).
void clock_wait_global(Warp *w, const Insn *in, const SiteCount *before);
void clock_wait_shared(Warp *w, const Insn *in);

#endif
