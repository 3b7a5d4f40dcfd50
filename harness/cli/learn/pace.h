// How much a learner does on which days.
#ifndef CLI_LEARN_PACE_H
#define CLI_LEARN_PACE_H

#include "cli/learn/course.h"

// Changes what is given: "2h", "45m", "2h/day"; "mon,wed,sat". Either may be
// NULL.
bool pace_read(const char *time, const char *days, Pace *p, Err *err);
// Keeps a pace that holds from p.from on; one that began later is dropped.
bool pace_set(const Course *w, Pace p, Err *err);

#endif
