// One check, from end to end: where a plan, a build, a run and statistics meet.
//
// check_run() judges; it prints nothing and records nothing. Its result is
// plain data that report prints and cli stores.
#ifndef GATE_CHECK_H
#define GATE_CHECK_H

#include "gate/result/result.h"

typedef struct CheckRequest {
    const Plan *plan;
    const Exercise *ex;
    const Item *item;      // its track's bars, or NULL
    const char *file;      // the learner's file
    const char *on;        // "auto" | "gpu" | "sim"
    const char *gpu;       // model for sim: "h200"; NULL: the default
    uint64_t seed;         // 0: drawn
    const char *build_dir; // .build (cache, lib, toolkit)
    bool build_only;       // compile only: a later check finds it in the cache
    bool no_time;          // correctness only
    const char *const *flags; // for CUDA's compiler and linker, or NULL
    bool sanitize;            // on a GPU: all tools of compute-sanitizer too
    bool profile;             // on a GPU: the timed case under ncu, not timed
    bool count_only; // simulated: no gates, but the lines' costs in any
                     // case: of the last case if there is no timed one
    // Called before each slow step with a short text, or NULL.
    void (*progress)(void *ctx, const char *step);
    void *ctx;
    // Facts about a device that outlive a check: ceilings. May be NULL.
    double (*fact)(void *ctx, const char *key);
    void (*set_fact)(void *ctx, const char *key, double value);
    bool fingerprint; // of wrong values: taken, though no row asks for it
    bool edits;       // of wrong values: small edits are tried (edits.h)
    bool facts_only;  // facts that are not known are not measured
} CheckRequest;

// Judges. Returns false only if no verdict could be reached for a reason that
// is not the learner's (ERR_ENV, ERR_INPUT, ERR_BUG); a build error, crash or
// wrong result is a verdict, not an Err. Free with check_free in every case.
bool check_run(const CheckRequest *q, CheckResult *res, Err *err);
void check_free(CheckResult *res);

// Returns true if only a time on a shared processor speaks against a program. A
// program that shares a core gets less than half of it: a kernel that keeps
// every unit busy then loses far more than a baseline that waits for its own
// results.
bool check_is_disturbed(const CheckResult *r);
// check_run(), up to three times in all while check_is_disturbed(). For proving
// that solutions pass; a learner's attempt is judged once.
bool check_known_good(const CheckRequest *q, CheckResult *r, Err *err);

#endif
