// How it goes in a track, from its schedule and the record.
#ifndef CLI_LEARN_OVERVIEW_H
#define CLI_LEARN_OVERVIEW_H

#include "cli/learn/course.h"
#include "report/report.h"

bool overview_make(App *a, const Course *w, Overview *out, Err *err);

#endif
