// Was a call right? From the child's fate, the device's errors, guard bands,
// untouched inputs and compared outputs to one CaseResult.
#ifndef GATE_CORRECT_H
#define GATE_CORRECT_H

#include "gate/child/session.h"

// Judges the call itself: the child's end, launch and device errors, traps.
// PASS if there is nothing to say.
CaseResult correct_call(Session *s, const CaseData *c, const CallResult *call);

// Looks at the session's images: guard bands, and outputs of a set; and whether
// the inputs are what they were. sampled: outputs were compared elsewhere;
// their payload is not there. The verdict is NONE if the child ended meanwhile.
CaseResult correct_after(Session *s, const CaseData *c, int set, bool sampled);
// The outputs alone.
CaseResult correct_outputs(Session *s, const CaseData *c, int set);

// The device has worked on for a while after the call's own stream had ended;
// a sentence that says so.
bool correct_outlasts(const Session *s, const CallResult *call);
const char *correct_tell_escape(Arena *a, const CallResult *call);

// A sentence for a child that did not live: what happened and what to look for.
const char *correct_run_text(Arena *a, const RunResult *r, double seconds,
                             bool has_device);

#endif
