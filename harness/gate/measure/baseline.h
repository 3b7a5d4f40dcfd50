// Baselines: other programs that do the exercise's work, timed in the same run.
//
//   fraction_of_cublas, fraction_of_cub    solutions/<topic>/<id>/baseline.cu
//   speedup over: NAME                     solutions/<topic>/<id>/NAME.cu
//   scaling                                the learner's own with one thread,
//                                          and the solution with one
//
// and with .c for .cu in exercises of kind c (fraction_of_blas: baseline.c).
//
// A baseline defines the exercise's entry point. Its first line says what it
// is, for the screen: `// baseline: cublasSgemm, fp32, CUBLAS_PEDANTIC_MATH`.
#ifndef GATE_BASELINE_H
#define GATE_BASELINE_H

#include "gate/measure/measure.h"

typedef struct Baseline {
    const char *name;   // "cublas", "cub", "naive"
    const char *source; // path; NULL: the learner's program once more
    const char *what;   // its first line, without "// baseline: "; or ""
    const char *why;    // why it could not be timed, or NULL
    bool missing;       // for want of a library: no fault of this run
    BuildJob job;
    Build *building; // or NULL
    BuildResult build;
    Session s;
    bool started;
    Measured run;
} Baseline;

enum { MAX_BASELINES = MAX_TIMED - 1 };

typedef struct Baselines {
    Baseline at[MAX_BASELINES];
    int n;
} Baselines;

// Flags that link a shipped baseline on the simulated device, for nvcc; NULL
// ends them.
extern const char *const baseline_libraries[];

// The name of the solution's with one thread.
extern const char baseline_serial[];
// The name of the baseline that a gate asks for, or NULL.
const char *baseline_of(const Gate *g);

// Those that the gates (and medals) of an exercise ask for. None is built yet.
void baselines_find(Arena *a, const Exercise *ex, const Gate *gates, int n,
                    Baselines *out);
const Baseline *baselines_get(const Baselines *b, const char *name);

// Begins to build what is not in the cache. CUB alone takes a compiler 4 s: the
// learner's file is compiled and judged meanwhile.
void baselines_build(Arena *a, Baselines *b, const Toolkit *tk,
                     const BuildPlaces *places, const Exercise *ex,
                     const Backend *backend, int cc);
// Waits for them. A baseline that does not build says why.
void baselines_built(Arena *a, Baselines *b);
// Does without what is not built yet.
void baselines_drop(Baselines *b);
// Starts them, each with a region of its own; adds those that live to e.
// learner: the binary that is also run with one thread (`scaling`).
void baselines_start(Arena *a, Baselines *b, const SessionStart *how,
                     const char *learner, TimedProgram *e, int *n);
void baselines_end(Baselines *b);

#endif
