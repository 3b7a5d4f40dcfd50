// Judging what a learner wrote about the code, in comments of the same file
// (plan/answers.h).
#ifndef GATE_ANSWERS_H
#define GATE_ANSWERS_H

#include "base/str.h"
#include "gate/result/result.h"

// Returns an outcome for each of ex->answers, in their order.
AnswerOutcome *answers_judge(Arena *a, const Exercise *ex, Str source);

#endif
