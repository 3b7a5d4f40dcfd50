// Talking with the child that runs an exercise: requests out, answers in (the
// records of harness/runner/README.md), and what became of it when it fell.
#ifndef GATE_SESSION_H
#define GATE_SESSION_H

#include "gate/check.h"
#include "gate/data.h"

typedef struct Session {
    Child *child;
    Shm shm;
    Wire in;        // the last record received
    char nonce[24]; // of the request under way
    Arena *arena;
    const char *binary; // the child's program
    DeviceInfo device;
    Backend backend;
    TrapInfo *traps; // grows; of the whole session
    int ntraps, cap;
    bool ended;         // the child has ended or was ended
    RunResult result;   // once ended
    double run_seconds; // limit of one call of the entry point
    bool sample;        // do:rep may run some of the blocks for all of them
} Session;

typedef struct SessionStart {
    const char *binary;
    Backend backend;
    const char *gpu;      // model, for sim; or NULL
    bool checked;         // cpu: the binary was built with sanitizers
    bool longest;         // cpu: time of the busiest thread, not of all
    int threads;          // cpu: of OpenMP; 0: as many as there are processors
    const char *counts;   // cpu: run it under callgrind, which writes this file
    const char *scratch;  // folder
    size_t region;        // bytes to share
    double seconds;       // limit of one call of the entry point
    double total_seconds; // limit of the session's life
} SessionStart;

// Starts the child and says hello: fills s->device. False with an Err if it
// could not be started, or has no device (ERR_ENV); a child that died on the
// way gives ERR_RUN, with s->result. End with session_end in every case.
bool session_start(Session *s, Arena *a, const SessionStart *how, Err *err);
// Ends the child, politely if all its work is done; s->result then says how it
// ended and what it printed, until session_end.
void session_finish(Session *s, bool done);
// What the child's machine would not do, in its words, if that is how the last
// request ended: out of memory, say. NULL otherwise.
const char *session_error(const Session *s);
// Finishes if need be and frees everything.
void session_end(Session *s, bool done);

// What one call of the entry point gave.
typedef struct CallResult {
    bool alive; // false: the child ended; s->result says how
    const char *launch, *sync, *message; // "ok", or the CUDA error's name
    double us, wall_us;
    bool held;    // do:rep: launch latency is not in us
    bool sampled; // do:rep: some blocks never ran, outputs are not whole
    double mhz;   // do:rep: the SM clock meanwhile; 0 unknown
    int ntraps;   // of this call, at the end of s->traps
} CallResult;

// Adds the `arg` fields of a case, one set of inputs.
void session_describe(Wire *w, const CaseData *c);
// do:run: one call on fresh buffers; the after images are in the region.
CallResult session_run(Session *s, const CaseData *c);
// do:prepare, for repeated calls. False: the child ended.
bool session_prepare(Session *s, const CaseData *c, size_t flush_bytes);
// do:warm until the clock is steady: least_ms at least, ms at most. False: the
// child ended.
typedef struct Warm {
    double us;  // median of the calls, caches warm
    double mhz; // the SM clock at the end; 0 unknown
    double ms;  // how long it took
    bool steady;
} Warm;
bool session_warm(Session *s, double least_ms, double ms, Warm *out);
// do:rep with inputs of a set. hold: launch latency is kept out (a GPU); else
// the call starts on an idle device. patches: elements of the set that have
// changed in the region since.
CallResult session_rep(Session *s, int set, bool hold, const Patch *patches,
                       int n);
// do:fetch: copies bytes of argument g, from `offset` behind the start of its
// leading guard, to the region at `to`. Returns false if the child ended.
typedef struct Chunk {
    int arg;
    size_t offset, bytes, to;
} Chunk;
bool session_fetch(Session *s, const Chunk *chunks, int n);
// do:empty: median time of an empty pair of events, microseconds, or NaN.
double session_empty(Session *s);

// do:report: launches and lines counted since the last one.
typedef struct Counts {
    double launches;
#define COUNTER(id, ...) double id;
#include "sim/counters.def"
    KernelCost *kernels;
    int nkernels;
    LineCost *lines;
    int nlines;
} Counts;
bool session_report(Session *s, Counts *out);

#endif
