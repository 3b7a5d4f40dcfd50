// This machine against plan/needs.def. A need is looked for when an exercise
// asks, once a command; what python3 has is kept in the record, since asking
// takes long.
#ifndef CLI_APP_MACHINE_H
#define CLI_APP_MACHINE_H

#include "cli/app/app.h"

// Those of `needs` (1 << MACHINE_...) that are missing here; 0: none is. Where
// the simulated device is enough no GPU is asked for.
unsigned machine_lacks(App *a, unsigned needs);
// Names what is missing, as a reason: "two devices or more; PyTorch, for
// python3".
const char *machine_text(App *a, unsigned lacks);
// Returns whether an exercise can be done here and now: its kind, and what it
// needs.
bool machine_can_do(App *a, const Exercise *ex);

#endif
