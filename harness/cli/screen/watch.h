// kata watch: an exercise is checked whenever its file is saved.
#ifndef CLI_SCREEN_WATCH_H
#define CLI_SCREEN_WATCH_H

#include "cli/app/app.h"

// Until it is left. polls: look at the file once a second.
bool watch_run(App *a, const Exercise *ex, bool polls, Err *err);

#endif
