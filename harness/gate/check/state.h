// The state of one check: what its stages take from each other (stages.h).
#ifndef GATE_STATE_H
#define GATE_STATE_H

#include "base/path.h"
#include "base/scratch.h"
#include "gate/check/check.h"
#include "gate/judge/expect.h"
#include "gate/measure/baseline.h"
#include "gate/tools/callgrind.h"

// A program that is built beside the learner's own.
typedef struct Program {
    bool wanted;
    BuildJob job;
    Build *building;
    BuildResult build;
    Measured run;     // of the timed case
    Measured sampled; // stage_sampled
} Program;

typedef struct Check {
    const CheckRequest *q;
    CheckResult *res;
    Arena *a;
    const Exercise *ex;
    const char *step; // that was said last

    // stage_prepare
    FileMark read; // the file, just before it was read
    Toolkit tk;
    BuildPlaces places;
    Gate *gates;
    int ngates;
    bool timed_too;    // the timed case is wanted: for its time or its profile
    const char *model; // GPU that the simulated device models
    int gpus;          // that a case may take; 0: any number
    Scratch scratch;   // folder, removed at the end
    int nsessions;     // each has a folder of its own in there
    DeviceLock lock;   // at the GPU, or at the processor

    // stage_build; the learner's own is res->build
    const char *lacks;      // a library that the program needs and is not here
    Program sanitized;      // the learner's file with ASan and UBSan
    CaseResult unoptimised; // of that, a wrong case; stage_sanitizers
    Program simulated;      // the learner's file on the simulated device
    Program solution;       // the shipped solution, for modelled times
    Baselines baselines;
    Reference ref;

    // stage_draw
    const Case **case_of; // of every case to run, in order
    Env *sizes;           // and its variables
    bool *is_empty;       // of each: an array has no element
    int trials;           // wrong cases that were tried on other inputs
    int shuffled;         // calls with the blocks in another order
    CaseData *cases;
    int ncases;
    CaseData timed;
    size_t region; // bytes to share with a child: of the largest of them

    // stage_start
    Session s;
    bool started;

    // stage_time
    Measured run;
    // stage_sampled; the solution's is solution.sampled
    Measured sampled;
    bool calibrated; // ceilings were measured in this check

    // Counts of the timed case, and what the counted call must do
    const Counts *counts;   // of a device; NULL: none
    const Counts *of_cases; // of the other cases, together; NULL: none
    Counts host_cases;      // of a program, of its host code
    Work cases_work;        // of the calls that the session has counted
    const CpuCounts *cpu;   // of a processor; NULL: none
    const char *cpu_why;    // why there are none, or NULL
    Work counted;
} Check;

// ---- what stages do to it

void check_say(Check *k, const char *step);
// Sets verdict and stage; returns true.
bool check_decide(Check *k, Verdict v, Stage stage);
// Appends to the result's cases, which have room for one more than there are.
void check_add_case(Check *k, CaseResult c);
void check_take_traps(Check *k, TrapInfo *traps, int n);
// All that the simulated device has said in the session; or what decides
// nothing alone.
void check_take_reports(Check *k, const Session *s);
void check_take_doubt(Check *k, const Session *s);

// Starts to build another file for the exercise, to be run once:
// BuildJob.brief. Kind triton: for the case number `only`, or all cases if that
// is negative. `checked`: with sanitizers. job and out stay until build_finish
// or build_drop.
Build *check_build_soon(Check *k, const char *source, int only, bool checked,
                        BuildJob *job, BuildResult *out);

// Takes what the program of a session that has ended printed; of several
// sessions, one after the other.
void check_keep_printed(Check *k);

// Draws the case that is run as number `at`.
bool check_draw_case(Check *k, int at, CaseData *c, Err *err);
// Returns the timed case of a shipped baseline on a device that models time,
// NULL: it does not run. It is built and run once in a check.
const Measured *check_model_baseline(Check *k, const char *name);
// Draws the timed case; small: as a device that models time runs it.
bool check_draw_timed(Check *k, CaseData *c, bool small, Err *err);
// The same of a GPU's own size, of which a device that models time runs some.
bool check_draw_sampled(Check *k, CaseData *c, Err *err);
// Returns whether the case takes at most that many devices, which its variable
// `devices` says; gpus 0: any number.
bool check_case_fits(const CaseData *c, int gpus);

// An exercise about threads.
bool check_uses_threads(const Exercise *ex);

// A session of a binary, with a folder of its own.
SessionStart check_how_to_start(Check *k, const char *binary, const Backend *on,
                                size_t region);
bool check_start(Check *k, Session *s, const char *binary, const Backend *on,
                 size_t region, Err *err);

// Returns the GPU's ceiling for a class of access, from the record or measured
// now; NaN: not known. All that one program measures goes to the record.
double check_ceiling(Check *k, const char *access);
// Both denominators, for the screen: what was measured here, or the model's.
void check_set_ceilings(Check *k);

#endif
