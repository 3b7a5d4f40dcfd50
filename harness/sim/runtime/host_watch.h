// Host code that touches memory before the work queued on it is done.
//
// Work has been executed by the time that the call which queued it returns, so
// the result is there: too early for a GPU. The pages that a kernel or a copy
// used are taken away from the host until the modelled clock says that the
// program has waited for it; a touch before that faults, is noted, and gets the
// pages back. Only memory of cudaMallocManaged and cudaMallocHost has pages of
// its own (mem.h); only whole pages are watched, so that neighbours, which
// other work may be done with, never cause a report.
#ifndef SIM_HOST_WATCH_H
#define SIM_HOST_WATCH_H

#include "sim/runtime/runtime.h"

// Around a kernel's execution: managed allocations that its parameters point
// at. The memory that it wrote is watched until it, the last work of s, has
// ended.
void host_watch_kernel(Runtime *r, const void *params, size_t bytes);
void host_watch_kernel_done(Runtime *r, const SimStream *s);
// The copy job wrote to pinned memory (the host may not look), or reads from it
// (the host may not write).
void host_watch_copy(Runtime *r, const void *p, size_t n, bool wrote, Job *job);
// The thread's time has moved on.
void host_watch_pass(Runtime *r);
// The library's last call returns to the program: what the library itself has
// looked at or written meanwhile is taken away from the host again.
void host_watch_leave(Runtime *r);
// A host function of a stream runs next. It may use what the stream's earlier
// work wrote, and so may all threads that it starts or wakes: nothing is
// watched any more of the work so far.
void host_watch_function(void);
// The allocation at p goes away.
void host_watch_drop(uint64_t p);
// In the signal handler: true if the page was watched and is open now. An
// atomic beside a kernel is not noted: that is what atomics for the whole
// system allow.
bool host_watch_fault(const HostAccess *at);
// A system call, or a function of the C library that makes one, is about to use
// the bytes: it would fail where the program faults.
#if defined __GNUC__ && __GNUC__ >= 11
__attribute__((access(none, 1)))
#endif
void host_watch_call(const void *p, size_t n, bool writes, const void *caller);
// Makes traps of what was noted in the handler.
void host_watch_tell(Runtime *r);

#endif
