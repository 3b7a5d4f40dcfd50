// A program that is known to be right, judged on a processor that others use
// too.
#ifndef GATE_AGAIN_H
#define GATE_AGAIN_H

#include "gate/check/check.h"

// Whether nothing but a time on a processor was against it. Who shares a core
// with another program gets less than half of it: a kernel that keeps every
// unit busy then loses far more than the baseline which waits for its own
// results.
bool again_is_fair(const CheckResult *r);

// check_run(), up to three times in all while again_is_fair(). For proving that
// solutions pass; a learner's attempt is judged once.
bool check_known_good(const CheckRequest *q, CheckResult *r, Err *err);

#endif
