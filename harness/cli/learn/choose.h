// Which track? Three questions for somebody who does not know the tracks.
#ifndef CLI_LEARN_CHOOSE_H
#define CLI_LEARN_CHOOSE_H

#include "cli/app/app.h"

// Asks on the terminal, says which track fits and why, and whether to begin it.
// NULL with err: nothing was chosen.
const Track *choose_track(App *a, Err *err);

// The track whose minutes a week come nearest to these. NULL: there is none.
const Track *choose_by_time(const Plan *p, int minutes_per_week);

#endif
