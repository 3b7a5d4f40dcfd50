// The result of one check, as plain data: report prints it, cli stores it, and
// advice.h, explain.h and way.h read it.
#ifndef GATE_RESULT_H
#define GATE_RESULT_H

#include "base/verdict.h"
#include "build/build.h"
#include "gate/machine/conditions.h"
#include "gate/machine/phase_timer.h"
#include "plan/plan.h"
#include "run/run.h"
#include "sim/sim.h"

typedef enum Stage {
    STAGE_BUILD,   // compile and link
    STAGE_RUN,     // the child lived
    STAGE_CORRECT, // every case
    STAGE_GATES,   // counters and time
    STAGE_ANSWERS, // what the learner wrote about the code
    STAGE_DONE,
} Stage;
const char *stage_name(Stage s); // "build" ...

typedef struct Mismatch {
    int64_t index;     // flat
    const char *where; // "out[3][17]"
    double want, got, bound;
    bool got_poison; // never written
    // Of an output of facts: which, and what is wrong in a sentence; or NULL.
    const char *fact, *says;
} Mismatch;

enum { MOST_PATTERNS = 64 };

// A size of a case.
typedef struct CaseSize {
    const char *name; // "cols"
    int64_t value;
} CaseSize;

typedef struct CaseResult {
    const char *name; // "rows=1023 cols=65"
    CaseSize *sizes;  // its whole numbers; [nsizes]
    int nsizes;
    bool is_empty;        // an array has no element
    uint64_t seed;        // replays this case
    Verdict verdict;      // PASS, FAIL, CRASH, SKIPPED (not run after a crash)
    const char *why;      // one sentence, "" for a pass
    bool timed;           // it is the timed case
    const char *kind;     // "mismatch" | "guard" | "input-changed" | "launch" |
                          // "trap" | "crash" | "timeout" | "stale" |
                          // "no-kernel" | "other-bits" | ... , "" for a pass
    const char *output;   // name of the argument that is wrong
    int64_t wrong, total; // elements
    double spent;         // the largest error of a right one over what is
                          // allowed there, without the last rounding: 0 to 1
    Mismatch first[5];
    int nfirst;
    const char *also;  // other outputs that are wrong, or NULL
    uint64_t patterns; // a bit for each row of patterns.def
    uint64_t open;     // likewise: its size cannot show them
    bool tried;        // on changed inputs, too: gate/judge/what_if.h
    // [row of patterns.def]: the name in its sentence, or NULL
    const char *about[MOST_PATTERNS];
    const char *pattern;      // id of the first, or NULL
    const char *pattern_text; // its look, in a sentence
} CaseResult;

typedef struct GateOutcome {
    const Gate *gate;
    Verdict verdict;  // PASS FAIL SKIPPED INCONCLUSIVE SUSPECT
    double value;     // NaN: unknown
    double lo, hi;    // its interval; equal to value where it is exact
    const char *why;  // the number that decided, with its denominator
    bool is_expected; // of a GPU; the modelled time gives another
    double times;     // value unknown: the speed over the shipped solution's by
    double least;     // the modelled clock, and what is enough; else 0
    double usual; // if expected, by how much half of them are off: a fraction
} GateOutcome;

// True if a predicted value lies so near a bar that a GPU may be on its other
// side.
bool outcome_is_near(const GateOutcome *o, double bar);

// Of answers: in the learner's file.
typedef struct AnswerOutcome {
    const struct Question *question;
    const char *given; // what the file says, or NULL: nothing
    Verdict verdict;   // PASS, FAIL
    const char *why;   // in a sentence, of a right one too
} AnswerOutcome;

typedef struct TrapInfo { // as the runner sent it; strings never NULL
    SimSeverity severity; // no verdict depends on others than SIM_WRONG
    const char *kind, *message, *hint, *file, *function, *block, *thread;
    const char *address, *space, *access, *alloc_note, *variable;
    const char *other_file, *other_block, *other_thread;
    int line, other_line;
    int case_no; // of the case in which it came, from 1; 0 unknown
    long long count;
    const char *alloc_file; // place of the allocation, or ""
    int alloc_line;
    long long alloc_bytes; // of it, or of all that leaked; 0 unknown
    uint64_t host_at, alloc_at, other_at; // in the machine code (places.h)
    const char *calls; // likewise, hexadecimal: those that led to the launch of
                       // a library's kernel, from the inside out; or ""
    bool exact;        // its hint fits the file: trap_words.h
    bool certain;      // likewise, and an edit that was tried says less
    bool on_host;      // of a program in C, which runs on no device
} TrapInfo;

// One of which nothing is known yet, for what did not come from the runner.
extern const TrapInfo trap_unknown;

typedef struct LineCost { // one source line of the timed case
    const char *file;
    int line;
    double us;           // its part of the modelled time
    const char *limiter; // most of that, or ""
    int bytes;           // of its widest global access, per thread; 0 unknown
    SimCounters c;
} LineCost;

typedef struct KernelCost { // one launch of the timed case (simulated)
    const char *kernel, *grid, *block, *limiter;
    const char *file;            // of its source; "" or NULL: not known
    const char *occupancy_limit; // "registers", "shared memory", ...
    int regs;
    long long smem_bytes;
    int stack_bytes; // per thread; -1 unknown
    double us, share, occupancy, sampled;
    double longest;    // block, by instructions, over the average one
    double busiest;    // SM, likewise; 0: not known
    double skew;       // of a block's slowest warps, over the average ones
    long long hops;    // blocks that wait for each other, one after the other
    double prefetched; // bytes that came while their block read shared memory
    SimCounters c;
} KernelCost;

// Blocks of a grid, or threads of a block: "128,2,1" as a product.
double cost_volume(const char *text);

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
    double ceiling_tflops;               // fused multiply-adds in fp32
    const char *access;
    double event_overhead_us; // of a pair of events around nothing
    // The place of this process on the GPU makes all its times longer or
    // shorter than usual by this much, which is taken off. 0 also: not known.
    double offset_us;
    int processes;     // that it was timed in: several where it is short
    const char *shape; // "rows=8192 cols=8192"
    // How it came about (a GPU):
    double busy;     // threads of the processor that computed; 0 unknown
    double together; // the most that did at a time, by the clock on the wall
    double mhz;      // the SM clock that really ran, median; 0 unknown
    int dropped;     // samples left out because the clock was low
    bool unsteady;   // the clock did not come to rest in the warm-up
    bool sampled;    // some blocks stood for all (the simulated device)
    bool persists;   // its lines of L2 outlived the flush: reset before each
    bool unheld;     // the entry waits for the device: launch latency is in it
    double warm_us;  // median in the warm-up: caches warm, not what gates use
    double warm_ms;  // how long the warm-up took
} Timing;

// Another program's time in the same run (gate/measure/baseline.h).
typedef struct Rival {
    const char *name; // "cublas", "cub", "naive"
    const char *what; // "cublasSgemm, fp32, CUBLAS_PEDANTIC_MATH", or ""
    const char *why;  // why there is no time of it, or NULL
    bool missing;     // for want of a library on this machine
    double us, lo_us, hi_us;
    double ratio, lo, hi; // its time over yours: median of the rounds' ratios
} Rival;

// ncu's counts of one launch; NaN where it did not say.
typedef struct NcuKernel {
    const char *kernel, *grid, *block;
#define NCU(id, metric, what) double id;
#include "gate/result/ncu.def"
} NcuKernel;

// Between the words of two known mistakes that have the same results.
#define KNOWN_OTHER " Or of this one: "

typedef struct CheckResult {
    Arena arena; // owns everything below; check_free
    const Exercise *ex;
    Verdict verdict;
    Stage stage;         // the stage that decided
    const char *summary; // one line
    const char *advice;  // the next step, never NULL
    const char *hint;    // a hint whose `when` fits this failure, or NULL
    const Backend *backend;
    bool modelled; // no GPU took part in the verdict
    const char
        *note; // e.g. "No GPU here: run on the simulated device", or NULL
    DeviceInfo device;
    uint64_t seed;
    BuildResult build;
    RunStatus run_status;
    const char *run_detail;
    const char *out_text, *err_text; // output of the learner's program
    size_t out_dropped, err_dropped;
    CaseResult *cases;
    int ncases;
    // Of all cases with a wrong value: the pattern that they share, or NULL,
    // and how they differ from the cases that are right, in a sentence, or
    // NULL.
    const char *shared_pattern, *shared_text, *contrast;
    const char *fingerprint; // of wrong values (gate/check/known.h), or NULL
    const char *mistake;  // that is known for such results, in words; or NULL
    double mistake_share; // of the wrong cases that have them
    const char *edit;     // a small edit that makes every case right, or NULL
    const char *reading;  // a mistake that a Python file shows, or NULL
    const char *reading_errors; // the errors that it explains: ",exception,"
    bool reading_is_sure;       // it is one, whatever the exercise is
    bool is_explained;          // the pattern says why
    bool is_narrowed;           // the contrast says what to look at
    bool is_of_file; // shared_text is what the file shows, not the pattern's
    bool is_certain; // shared_text says more than an edit that was tried
    TrapInfo *traps;
    int ntraps;
    TrapInfo *doubts; // the book leaves open what happens; it was right here
    int ndoubts;      // at most 1
    GateOutcome *gates;
    int ngates;
    AnswerOutcome *answers; // none before the program is right
    int nanswers;
    const char *medal;       // best reached, or NULL
    const Medal *won;        // the same, with its gates
    const Medal *next_medal; // the one after that, or NULL
    const char *suspicion;   // why the time is not believed, or NULL
    Timing time;
    Rival *rivals;
    int nrivals;
    // Of the shipped solution on the timed case, microseconds, or 0: modelled
    // in this check, or measured earlier on such a GPU, with the date of that.
    double solution_us;
    const char *solution_date;
    Conditions conditions; // of the GPU, meanwhile
    PhaseTimer phases;     // the time of each phase of the check
    LineCost *lines;
    int nlines;
    // Of a kernel that is too slow by the modelled clock: the line that takes
    // most of its time, NULL if none does; what makes it slow, if it takes much
    // of the time, or NULL; and is that a waste, whatever the kernel is for?
    const LineCost *costly;
    double costly_share;
    const char *costly_why;
    bool is_waste;
    KernelCost *kernels;
    int nkernels;
    // Launches of kata's own hidden tests are not among those: what they take
    // by the modelled clock, and their kernels: "fill, check"; or NULL.
    double tests_us;
    const char *tests_kernels;
    double copies_us, busy_us; // modelled: copies are under way, and any work
    NcuKernel *profile;        // of the timed case, by ncu
    int nprofile;
    LineCost *profile_lines; // and line by line
    int nprofile_lines;
    const char *profile_why; // why there is none, with the remedy; or NULL
    char version[65];        // of the exercise
    const char *file;        // the learner's
    const char *source;      // its text
    size_t source_len;
    const char *machine_json;
    double seconds;
} CheckResult;

// Unfilled memory is often only what an earlier mistake left out.
bool trap_is_late(const TrapInfo *t);
// The trap that a case failed by, or NULL. c may be NULL.
TrapInfo *check_trap_of(const CheckResult *r, const CaseResult *c);
// The failed case to show: the first that crashed if the check did, else the
// first; one of size 0, or with a late trap, only if there is no other. NULL if
// all passed.
const CaseResult *check_bad_case(const CheckResult *r);
// True if elements were found that nothing has written.
bool check_lacks_elements(const CheckResult *r);
// Nothing crashed: a case has taken more than its time.
bool check_is_out_of_time(const CheckResult *r);
// The file is as it was handed out, and has something left to do.
bool check_is_stub(CheckResult *r);
// Of kata's own hidden tests, which nobody can change.
bool file_is_of_tests(const char *file);
// Sums the launches of the kernel that takes longest, in microseconds. *of
// receives the longest of them, or NULL if no kernel ran.
double check_longest_kernel(const CheckResult *r, const KernelCost **of);
// True if a gate on this metric has failed.
bool check_gate_fails(const CheckResult *r, const char *metric);

#endif
