// One check, from end to end: where a plan, a build, a run and statistics meet.
//
// check_run() judges; it prints nothing and records nothing. Its result is
// plain data that report prints and cli stores.
#ifndef GATE_CHECK_H
#define GATE_CHECK_H

#include "base/verdict.h"
#include "build/build.h"
#include "plan/plan.h"
#include "run/run.h"
#include "sim/sim.h"

typedef enum Stage {
    STAGE_BUILD,   // compile and link
    STAGE_RUN,     // the child lived
    STAGE_CORRECT, // every case
    STAGE_GATES,   // counters and time
    STAGE_DONE,
} Stage;
const char *stage_name(Stage s); // "build" ...

typedef struct CheckRequest {
    const Plan *plan;
    const Exercise *ex;
    const Item *item;      // its track's bars, or NULL
    const char *file;      // the learner's file
    const char *on;        // "auto" | "gpu" | "sim"
    const char *gpu;       // model for sim: "h200"; NULL: the default
    uint64_t seed;         // 0: drawn
    const char *build_dir; // .build (cache, lib, toolkit)
    bool no_time;          // correctness only
    bool count_only;       // simulated: no gates, but the lines' costs in any
                           // case: of the last case if there is no timed one
    // Called before each slow step with a short text, or NULL.
    void (*progress)(void *ctx, const char *step);
    void *ctx;
    // Facts about a device that outlive a check: ceilings. May be NULL.
    double (*fact)(void *ctx, const char *key);
    void (*set_fact)(void *ctx, const char *key, double value);
} CheckRequest;

typedef struct Mismatch {
    int64_t index;     // flat
    const char *where; // "out[3][17]"
    double want, got, bound;
    bool got_poison; // never written
} Mismatch;

typedef struct CaseResult {
    const char *name;     // "rows=1023 cols=65"
    uint64_t seed;        // replays this case
    Verdict verdict;      // PASS, FAIL, CRASH, SKIPPED (not run after a crash)
    const char *why;      // one sentence, "" for a pass
    const char *kind;     // "mismatch" | "guard" | "input-changed" | "launch" |
                          // "trap" | "crash" | "timeout" | ... , "" for a pass
    const char *output;   // name of the argument that is wrong
    int64_t wrong, total; // elements
    Mismatch first[5];
    int nfirst;
    const char *pattern;      // id in patterns.def, or NULL
    const char *pattern_text; // what it looks like, in a sentence
} CaseResult;

typedef struct GateOutcome {
    const Gate *gate;
    Verdict verdict; // PASS FAIL SKIPPED INCONCLUSIVE SUSPECT
    double value;    // NaN: unknown
    double lo, hi;   // its interval; equal to value where it is exact
    const char *why; // the number that decided, with its denominator
} GateOutcome;

typedef struct TrapInfo { // as the runner sent it; strings never NULL
    const char *kind, *message, *hint, *file, *function, *block, *thread;
    const char *address, *space, *access, *alloc_note, *variable;
    const char *other_file, *other_block, *other_thread;
    int line, other_line;
    long long count;
    const char *alloc_file; // where the allocation was made, or ""
    int alloc_line;
    long long alloc_bytes; // of it, or of all that leaked; 0 unknown
    uint64_t host_at, alloc_at, other_at; // in the machine code (places.h)
    bool minor; // tidiness only: no verdict depends on it
} TrapInfo;

typedef struct LineCost { // one source line of the timed case
    const char *file;
    int line;
    double us;           // its part of the modelled time
    const char *limiter; // what most of that is, or ""
    SimCounters c;
} LineCost;

typedef struct KernelCost { // one launch of the timed case (simulated)
    const char *kernel, *grid, *block, *limiter;
    const char *occupancy_limit; // "registers", "shared memory", ...
    int regs;
    long long smem_bytes;
    int stack_bytes; // per thread; -1 unknown
    double us, share, occupancy;
    SimCounters c;
} KernelCost;

typedef struct DeviceInfo {
    const char *name; // "NVIDIA H200"
    const char *uuid, *driver, *runtime;
    int cc, sms;
    double sm_mhz, mem_mhz, bus_bits, l2_bytes, memory_bytes;
    bool ecc;
    double theoretical_gbs;
} DeviceInfo;

typedef struct Timing {
    bool present, modelled;
    double median_us, lo_us, hi_us; // 95 % interval of the median
    double *samples_us;
    int n;
    double bytes, flops;                 // of the exercise; 0 unknown
    double gbs;                          // bytes / median
    double theoretical_gbs, ceiling_gbs; // of the access class; 0 unknown
    const char *access;
    double event_overhead_us;
    const char *shape; // "rows=8192 cols=8192"
} Timing;

typedef struct CheckResult {
    Arena arena; // owns everything below; check_free
    const Exercise *ex;
    Verdict verdict;
    Stage stage;         // the stage that decided
    const char *summary; // one line
    const char *advice;  // what to do next, never NULL
    const char *hint;    // a hint whose `when` fits this failure, or NULL
    Backend backend;
    bool modelled; // no GPU took part in the verdict
    const char
        *note; // e.g. "No GPU here: run on the simulated device", or NULL
    DeviceInfo device;
    uint64_t seed;
    BuildResult build;
    RunStatus run_status;
    const char *run_detail;
    const char *out_text, *err_text; // what the learner's program printed
    size_t out_dropped, err_dropped;
    CaseResult *cases;
    int ncases;
    TrapInfo *traps;
    int ntraps;
    GateOutcome *gates;
    int ngates;
    const char *medal; // best reached, or NULL
    Timing time;
    LineCost *lines;
    int nlines;
    KernelCost *kernels;
    int nkernels;
    char version[65];   // of the exercise
    const char *source; // the learner's text
    size_t source_len;
    const char *machine_json;
    double seconds;
} CheckResult;

// The model of that name. NULL: there is none; err lists those there are.
const SimGpu *check_model(const char *name, Err *err);

// Judges. Returns false only if no verdict could be reached for a reason that
// is not the learner's (ERR_ENV, ERR_INPUT, ERR_BUG); a build error, crash or
// wrong result is a verdict, not an Err. Free with check_free in every case.
bool check_run(const CheckRequest *q, CheckResult *res, Err *err);
void check_free(CheckResult *res);

#endif
