// Talks with the child that runs an exercise: requests go out, answers come in
// (the records of runner/README.md), and a fallen child leaves its end here.
// run/run.h draws the processes and what links them.
#ifndef GATE_SESSION_H
#define GATE_SESSION_H

#include "gate/judge/case_data.h"
#include "gate/machine/crowd.h"
#include "gate/result/result.h"

// The machine and the child at a moment, for limits.
typedef struct SessionLook {
    double at; // clock_seconds(); 0: none
    Crowd crowd;
    double computed, queued; // run_cpu_seconds, run_queued_seconds
} SessionLook;

typedef struct Session {
    Child *child;
    Shm shm;
    Wire in;        // the last record received
    char nonce[24]; // of the request under way
    Arena *arena;
    const char *binary; // the child's program
    const char *folder; // made for it alone, and removed with it; or NULL
    DeviceInfo device;
    const Backend *backend;
    TrapInfo *traps; // grows; of the whole session
    int ntraps, cap;
    TrapInfo doubt;     // the first report that decides nothing
    int ndoubts;        // 0 or 1
    bool ended;         // the child has ended or was ended
    bool paused;        // and goes on at the next request
    RunResult result;   // once ended
    double run_seconds; // limit of one call of the entry point
    SessionLook look;   // when the request under way began
    bool sample;        // do:rep may run some of the blocks for all of them
    bool late;          // do:rep changes the inputs at the last moment
    bool forget;        // do:rep resets the lines of L2 that persist
    int shuffle;        // seed of the order of blocks; 0: one after another
    int edit;           // of a file of small edits: which (check/edits.h)
    size_t staging;     // bytes of the region that pieces pass through
    bool prepared;      // the case at hand is a timed one (do:prepare)
    bool tiles;         // kernels come from Triton
    bool program;       // the host's clock, with its waits and launches
    bool tested;        // a script whose entry is in hidden tests
    const CaseData *running;        // the case of the last call, or NULL
    double own_memory, own_atomics; // the most of any call (Counts)
    double most_buffers;            // bytes of the largest call
    unsigned char *image[MAX_ARGS]; // see session_image
} Session;

// The interpreter of a script, and the places of its parts.
typedef struct Interpreter {
    const char *program;        // full path
    const char *script;         // serves the runner
    const char *runner;         // the library
    const char *const *folders; // what it may read, beside the system's
    const char *name, *entry;   // of the learner's file, of its function
    bool torch;                 // arrays arrive as PyTorch's tensors
    bool cuda;                  // and kernels use them (backend_torch.c)
    bool numba;                 // the file compiles while it runs
    bool tests;                 // the entry is in hidden tests
} Interpreter;

typedef struct SessionStart {
    const char *binary;
    const Backend *backend;
    const char *gpu;    // model, for sim; or NULL
    bool checked;       // cpu: the binary was built with sanitizers
    bool libraries;     // it may load some while it runs: a baseline of ours
    bool longest;       // cpu: time of the busiest thread, not of all
    bool tiles;         // kernels come from Triton, which makes replicas
    bool program;       // of kind program: the host's clock is the time's
    int devices;        // sim: how many there are; 0: one
    int threads;        // cpu: of OpenMP; 0: as many as there are processors
    const char *counts; // cpu: run it under callgrind, which writes this file
    const Interpreter *python; // of a script; or NULL
    bool traced;               // a script: count what it does
    const char *scratch;  // folder; if there is none, it is the session's own
    size_t region;        // bytes to share: of the largest case for
                          // session_run, staging_bytes of a timed one
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
// Returns the child's own words if its machine refused the last request (out of
// memory, say), else NULL.
const char *session_error(const Session *s);
// Returns the reason why the hidden tests could not be run, if the last request
// met one (kata_tests.h), else NULL.
const char *session_refusal(const Session *s);
// Finishes if need be and frees everything.
void session_end(Session *s, bool done);

// The result of one call of the entry point.
typedef struct CallResult {
    bool alive; // false: the child ended; s->result says how
    const char *launch, *sync, *message; // "ok", or the CUDA error's name
    const char *failed;      // the call that left `launch`; "": not known
    const char *failed_file; // its place; line 0: not known
    int failed_line;
    double us, wall_us;
    double busy; // threads of the processor that computed meanwhile; 0 unknown
    double together; // the same, of the time on the wall
    bool held;       // do:rep: launch latency is not in us
    bool sampled;    // do:rep: some blocks never ran, outputs are not whole
    double mhz;      // do:rep: the SM clock meanwhile; 0 unknown
    int ntraps;      // of this call, at the end of s->traps
    double host_got, host_gave; // bytes between the host and simulated devices
    double host_made, host_given; // Counts, of this call
} CallResult;

// Adds the `arg` fields of a case, one set of inputs.
void session_describe(Wire *w, const CaseData *c);
// do:run: one call on fresh buffers, on the inputs in the region. Then all
// images are there.
CallResult session_run(Session *s, const CaseData *c);
// Returns kata's private copy of the buffer of argument g after the last call:
// guard, payload, guard. Only the parts that were fetched are filled.
unsigned char *session_image(Session *s, const CaseData *c, int g);
// The same from its payload on.
unsigned char *session_payload(Session *s, const CaseData *c, int g);

// do:prepare, for repeated calls; staging_load then loads the inputs. False:
// the child ended.
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
// Bytes of an argument and of the region, to be copied: to a set's input, where
// offset counts from its first byte, or from the buffer, where it counts from
// the first of the leading guard.
typedef struct StagedPiece {
    int arg;
    size_t offset, bytes, place;
} StagedPiece;
// do:rep with inputs of a set, after copying what has changed in it. hold:
// launch latency is kept out (a GPU); else the call starts on an idle device.
CallResult session_rep(Session *s, int set, bool hold,
                       const StagedPiece *changed, int n);
// Stops the child until the next request: it must not work while another
// program is timed.
void session_pause(Session *s);
// do:load, do:fetch. False: the child ended.
bool session_load(Session *s, int set, const StagedPiece *pieces, int n);
bool session_fetch(Session *s, const StagedPiece *pieces, int n);
// do:empty: the median time of an empty pair of events, and the least that a
// kernel takes in this process (a GPU; NaN: not known), microseconds.
typedef struct Overhead {
    double events_us, launch_us;
} Overhead;
Overhead session_overhead(Session *s);

// do:report: launches and lines counted since the last one.
typedef struct Counts {
    double launches;
#define COUNTER(id, ...) double id;
#include "sim/counters.def"
    KernelCost *kernels;
    int nkernels;
    LineCost *lines;
    int nlines;
    // Of the last call of a program; the first two as in result/timeline.h.
    double overlap, link_bytes, allocations, host_waits, host_launches;
    double link_kernels;        // timeline_link_kernels
    double copies_us, busy_us;  // modelled: copies are under way, and any work
    double host_got, host_gave; // bytes between the host and devices
    // Millionths of an output that the host made, or gave (sim_witnessed).
    double host_made, host_given;
    double peer_bytes, busiest_link, hidden; // timeline_exchange
    double bytecodes, peak_bytes;            // of the last call of a script
    // Of any call of the session, the most: memory of the program's own over
    // that of the largest call's buffers until then.
    double own_memory;
    double own_atomics; // on that memory, of any call the most
    // The same with PyTorch: calls, graphs, a fraction, bytes, bytes.
    double operators, graphs, captured, kept_tensors, peak_tensors;
} Counts;
bool session_report(Session *s, Counts *out);

#endif
