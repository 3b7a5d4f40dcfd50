// The program's time, and what its calls lay on the timeline (timeline.h).
//
// Every thread of the program has a time of its own. A call that gives a stream
// work takes some of it, work begins no sooner than its call ends, and a call
// that waits moves it on to the end of what it waits for. The program's own
// code between calls takes no time. A thread begins at the time of the first
// one, and the first goes on at the time of those that have ended, as if it had
// joined them.
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include "sim/runtime/runtime.h"
#include "sim/time/spends.h"

// In every call, first: a thread's time begins, or others have ended.
void clock_enter(Runtime *r);
// The thread's time moves on.
void clock_spend(Runtime *r, double us);
// The devices' work comes as far as the thread's time.
void clock_look(Runtime *r);

// Puts work on a stream, after what the stream's rules say. stream_add fills in
// the device, the stream and the times if what lacks them. The result is the
// stream's: hold it to keep it.
Job *stream_add(Runtime *r, SimStream *s, const Job *what);
// Completes a kernel's: how much later than its own time says it ends, if it
// comes after another.
void stream_add_kernel(Runtime *r, SimStream *s, Job *job);
// A place between the work of s.
Job *stream_mark(Runtime *r, SimStream *s, double us);
// Later work of s starts only after job has ended; stream_join: after all jobs
// of ops.
void stream_after(Runtime *r, SimStream *s, Job *job);
void stream_join(Runtime *r, SimStream *s, const JobList *ops);

// Waits: the thread's time moves on to the end of the stream's work, of all the
// device's work, of one Job (NULL: it has passed).
void runtime_wait(Runtime *r, CudaStream s);
void runtime_wait_all(Runtime *r);
void runtime_wait_job(Runtime *r, const Job *job);
// Asking takes time, more and more of it while the thread does nothing else, so
// that a program that polls gets to the end.
void clock_ask(Runtime *r);
// Asks whether job has ended at the thread's time: cudaSuccess or
// cudaErrorNotReady.
CudaError runtime_query(Runtime *r, const Job *job);
CudaError stream_query(Runtime *r, SimStream *s);

// ---- what is kept of it (spans.c)
void spans_begin(Runtime *r);
// Only the runtime may write them (seal.h).
void spans_seal(void);
void spans_wait(Runtime *r, double from_us, double to_us, uint64_t by);
// As sim.h says of sim_keep_spans and the like, once the timeline has run.
void spans_keep(int most);
void spans_drop(void);
int spans_count(int *dropped);
const SimSpan *spans_at(int i);

// ---- results that a sampled launch has left out (sample.c)

// Runs what the last launch has left out, if it has; or leaves it out for good.
void sample_finish(Runtime *r);
void sample_forget(Runtime *r);

#endif
