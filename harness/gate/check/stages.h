// The stages of a check; check.c has them in order, with what each takes and
// gives. A stage adds to the result or decides it. False: no verdict can be
// reached, for a reason that is not the learner's.
#ifndef GATE_STAGES_H
#define GATE_STAGES_H

#include "gate/check/state.h"

bool stage_prepare(Check *k, Err *err);    // prepare.c
bool stage_build(Check *k, Err *err);      // programs.c
bool stage_draw(Check *k, Err *err);       // cases.c
bool stage_start(Check *k, Err *err);      // cases.c
bool stage_sanitizers(Check *k, Err *err); // second_look.c
bool stage_threads(Check *k, Err *err);
bool stage_cases(Check *k, Err *err);     // cases.c
bool stage_simulated(Check *k, Err *err); // second_look.c
bool stage_memcheck(Check *k, Err *err);  // outside.c
bool stage_profile(Check *k, Err *err);   // outside.c
bool stage_time(Check *k, Err *err);      // time.c
bool stage_solution(Check *k, Err *err);  // time.c
bool stage_sampled(Check *k, Err *err);   // time.c
bool stage_costs(Check *k, Err *err);     // counting.c
bool stage_presence(Check *k, Err *err);  // presence.c
bool stage_callgrind(Check *k, Err *err); // counting.c
bool stage_gates(Check *k, Err *err);     // verdict.c
bool stage_answers(Check *k, Err *err);   // verdict.c

// A sentence if the host did the work of the call that is just over, on the
// simulated device; or NULL (presence.c).
const char *presence_of_call(Check *k, const CaseData *c,
                             const CallResult *call);

// Returns true if the simulated device's word on a case that is right on a GPU
// decides: it stopped the kernel or noted something, or a fact that the hidden
// tests found out is not true.
bool second_look_decides(const CaseData *c, const CaseResult *r, int ntraps);

#endif
