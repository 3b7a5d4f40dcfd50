// How it goes in a track, from its schedule and the record.
#ifndef CLI_STANDING_H
#define CLI_STANDING_H

#include "cli/follow.h"
#include "report/report.h"

bool standing_make(App *a, const Follow *w, StandingView *out, Err *err);

#endif
