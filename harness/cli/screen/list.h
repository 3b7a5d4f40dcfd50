// kata list on a terminal: the items of the track, to look through and to
// search.
#ifndef CLI_SCREEN_LIST_H
#define CLI_SCREEN_LIST_H

#include "cli/app/app.h"

// Shows the active track until the learner leaves. *chosen: the exercise to
// hand out, or NULL. False: the record cannot be read.
bool list_screen(App *a, const Exercise **chosen, Err *err);

#endif
