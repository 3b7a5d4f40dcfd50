// Work that begins later than it is enqueued, as a kernel in it waits for the
// host.
//
// A launch runs at once, mostly, and returns when its kernel has ended. A
// kernel that looks at a word of the host's memory until that changes would
// wait for the thread that launched it. Such a launch, and all work that the
// program enqueues after it, is kept; it runs in order when the program waits
// for anything or asks, or after a while by itself. Streams allow that: nothing
// has to begin before it is waited for.
#ifndef SIM_LATER_H
#define SIM_LATER_H

#include "sim/runtime/task.h"

// Keeps the task for later and returns true, or returns false: it is to run
// now. A copy is taken; run
// is what runs it. The kept work runs first if the task cannot be.
typedef CudaError LaterRun(Runtime *r, Task *task, SimStream *s);
bool later_keep(Runtime *r, const Task *task, SimStream *s, LaterRun *run);
// Runs what has been kept.
void later_run(Runtime *r);

// ---- thread.c, for those below: work is kept from now on, and fn runs it. fn
// gets the function of the program's that is under way, which may only enqueue
// or not care; NULL: it waits.
void runtime_keeps(void (*fn)(const char *name));
void runtime_run_kept(const char *name);

#endif
