// The devices that run a learner's program: a GPU, the simulated device, or the
// processor of this machine.
//
// A backend is a struct of functions and facts. Code asks for the fact that it
// depends on, never for the backend itself. To add one: a file beside
// backend_gpu.c, and a row in backends.def.
#ifndef BUILD_BACKEND_H
#define BUILD_BACKEND_H

#include "base/err.h"
#include "base/proc.h"
#include "build/toolkit.h"

struct BuildPlaces;
struct BuildJob;

enum { MOST_PARTS = 8 };

typedef struct BuildTools {
    const char *role;    // "nvcc", "cc": in JSON
    const char *name;    // of the compiler, as messages call it
    const char *version; // of the compiler
    const char *host;    // compiles and links all else
} BuildTools;

typedef struct Backend {
    const char *id;    // "gpu": in the record, in JSON, in the child's hello
    const char *title; // "GPU": on screens

    // ---- how a source becomes a program (build.c)

    BuildTools (*tools)(const Toolkit *);
    // Returns whether this toolkit can build the job at all.
    bool (*can_build)(const Toolkit *, const struct BuildJob *, Err *);
    void (*compile)(Arena *, const Toolkit *, const struct BuildPlaces *,
                    const struct BuildJob *, const char *object, Args *out);
    // The few lines that call the entry: their file, whose name decides its
    // language, and what a declaration needs so that C can call it.
    const char *shim_file, *shim_linkage;
    void (*compile_shim)(const Toolkit *, const char *source,
                         const char *object, Args *out);
    void (*link)(Arena *, const Toolkit *, const struct BuildPlaces *,
                 const struct BuildJob *, const char *dir, Args *out);
    // kata's own files that a program is linked with; returns how many.
    int (*parts)(Arena *, const struct BuildPlaces *, const struct BuildJob *,
                 const char *out[MOST_PARTS]);
    // Flags that link a library for a baseline; NULL: it is not here.
    const char *const *(*library)(Arena *, const Toolkit *, const char *name);
    // PTX stays in the program, which is linked with the simulated device
    // in place of CUDA's runtime.
    bool reads_ptx;
    bool counts_vectors; // of the machine code, for a gate
    bool is_c;           // not CUDA: with the exercise's own flags
    // The source is the program: an interpreter runs it, with the runner as a
    // library. No shim, and no symbols to look at.
    bool is_script;

    // ---- what a program may do (the sandbox)

    // It talks to a driver: device files are open to it, its address space has
    // no limit, and to start or end it keeps the device busy.
    bool has_driver;
    bool has_threads; // its threads do the work: OpenMP and BLAS are set up

    // ---- what is known of a call

    // Traps, launches, counters and lines are reported by the device itself.
    bool reports_itself;
    bool looks_simulated;  // after it, the simulated device runs the same cases
    bool looks_sanitized;  // before it, a build with ASan and UBSan runs them
    bool has_tools;        // compute-sanitizer and ncu can run on it
    bool is_counted_apart; // callgrind, or the interpreter, counts the calls

    // ---- time

    // From counts: exact, the same every time, and slow to come by. One call on
    // the sizes of `sim:` is enough. In gates the shipped solution's modelled
    // time stands for the machine's.
    bool is_modelled;
    bool is_shared;       // with other programs: more repetitions tell no more
    bool is_asynchronous; // work can go on beside the call and beside the clock
    // The place of a process in memory moves its times: a short call is timed
    // in several.
    bool varies_by_process;
    bool clock_has_ticks; // several samples have the same time
    bool flushes_l2;      // before every repetition
    // Bandwidths and rates are known that a time is compared with. Of a
    // processor none is, and most calls stay in its caches.
    bool has_roofs;
    double warm_ms, warm_most_ms; // calls before what counts
    double budget_s;              // of the repetitions
    double tail_us;   // may pass between the clock's end and the call's
    double session_s; // life of a program, beside that of its calls
    bool needs_lock;  // one program at a time is timed
} Backend;

#define BACKEND(id) extern const Backend backend_##id;
#include "build/backends.def"

#endif
