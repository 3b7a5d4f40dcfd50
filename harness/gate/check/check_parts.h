// The parts of one check, for the files that share them: check.c (what to do,
// building, cases), check_time.c (time, ceilings, gates) and check_cpu.c (what
// exercises in C have of their own).
#ifndef GATE_CHECK_PARTS_H
#define GATE_CHECK_PARTS_H

#include "base/scratch.h"
#include "gate/check/check.h"
#include "gate/judge/expect.h"
#include "gate/measure/baseline.h"
#include "gate/tools/callgrind.h"

typedef struct Check {
    const CheckRequest *q;
    CheckResult *res;
    Arena *a;
    const Exercise *ex;
    Toolkit tk;
    BuildPlaces places;
    Gate *gates;
    int ngates;
    const char *model; // GPU that the simulated device models
    Scratch scratch;   // folder, removed at the end
    const char *step;  // that was said last
    Turn turn;         // at the GPU, or at the processor
    int nsessions;     // each has a folder of its own in there
    Reference ref;
    // A second binary and session beside the learner's: on a GPU the learner's
    // file on the simulated device, for traps and counts; there, the shipped
    // solution, for modelled times.
    bool has_second;
    BuildResult second;
    const char *lacks; // a library that the program needs and is missing here
    const Case **case_of; // of every case to run, in order
    CaseData *cases;
    Session s;
    Measured run, other;
    Baselines baselines;
    bool calibrated;             // ceilings were measured in this check
    bool counted;                // other (GPU) or run (sim) holds counts
    CpuCounts cpu;               // exercises in C: of the counted case
    const char *cpu_why;         // why there are none, or NULL
    double cpu_bytes, cpu_flops; // that the counted case must move and do
} Check;

void check_say(Check *k, const char *step);
// Sets verdict and stage; returns true.
bool check_decide(Check *k, Verdict v, Stage stage);

// The timed case on a backend, and a session of a binary.
bool check_draw_timed(Check *k, CaseData *c, Backend b, Err *err);
SessionStart check_how_to_start(Check *k, const char *binary, Backend b,
                                size_t region);
bool check_start(Check *k, Session *s, const char *binary, Backend b,
                 size_t region, Err *err);
// Times it, counts, judges the gates. False only for an error of ours.
bool check_time(Check *k, CaseData *timed, Err *err);
// Draws the case that was run as number `at`.
bool check_draw_case(Check *k, int at, CaseData *c, Err *err);

// check_shadow.c: on a GPU the same cases on the simulated device, and the
// timed case's counts. Decides if it found something.
bool check_shadow(Check *k, size_t region, Err *err);
// Exercises in C: every case with the binary that was built with sanitizers,
// which knows the line where the other one only dies.
bool check_sanitized(Check *k, size_t region, Err *err);
// check_memcheck.c: compute-sanitizer on the first n cases, where it is asked
// for. Decides if it found something, or cannot be believed.
bool check_memcheck(Check *k, int n, Err *err);
// A tool of the toolkit: on the PATH or beside nvcc. NULL: it is not there.
const char *check_find_tool(Check *k, const char *name);
// One drawn case as a folder for runner/replay.c. Drops its inputs.
bool check_save_case(Check *k, CaseData *c, const char *folder, Err *err);
// check_profile.c: the timed case once under ncu.
bool check_profile(Check *k, CaseData *timed, Err *err);
// Counts a call under callgrind, if a gate asks for it. False: the program
// ended there by itself, which decides.
bool check_count_cpu(Check *k);

void check_take_counts(CheckResult *r, const Counts *c);

#endif
