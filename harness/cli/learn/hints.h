// The hint that answers a failure.
#ifndef CLI_LEARN_HINTS_H
#define CLI_LEARN_HINTS_H

#include "cli/app/app.h"

// at: in full (store_attempt), not passed. Returns NULL if no hint of the
// exercise names this failure.
const Hint *hints_fitting(Arena *scratch, const Exercise *ex,
                          const Attempt *at);

#endif
