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
} Session;

typedef struct SessionStart {
    const char *binary;
    Backend backend;
    const char *gpu;      // model, for sim; or NULL
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
// Finishes if need be and frees everything.
void session_end(Session *s, bool done);

// What one call of the entry point gave.
typedef struct CallResult {
    bool alive; // false: the child ended; s->result says how
    const char *launch, *sync, *message; // "ok", or the CUDA error's name
    double us, wall_us;
    int ntraps; // of this call, at the end of s->traps
} CallResult;

// do:run: one call on fresh buffers; the after images are in the region.
CallResult session_run(Session *s, const CaseData *c);
// do:prepare, for repeated calls. False: the child ended.
bool session_prepare(Session *s, const CaseData *c, size_t flush_bytes);
// do:warm for ms milliseconds; returns the median of the calls, or NaN.
double session_warm(Session *s, double ms);
// do:rep with inputs of a set.
CallResult session_rep(Session *s, int set);
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
